"""The wire of a page in a browser, which ends the app where its server is gone."""

from __future__ import annotations

from textual import messages
from textual.drivers.web_driver import WebDriver


class PageDriver(WebDriver):
    """Textual's own waits for ever where the server was killed: it takes the end for silence."""

    def run_input_thread(self) -> None:
        super().run_input_thread()
        if not self.exit_event.is_set():
            self._app.post_message(messages.ExitApp())
