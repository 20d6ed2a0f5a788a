"""The sources that the machines' rules cite; one without an address says why it has none."""

from __future__ import annotations

from banktrainer.engine.machine import Source

_CUDA = "https://docs.nvidia.com/cuda"
_FORUM = "https://forums.developer.nvidia.com/t"

GUIDE_42_CC1 = Source(
    "CUDA C Programming Guide 4.2, appendix F.3.3 (compute capability 1.x)", f"{_CUDA}/archive"
)
GUIDE_42_CC2 = Source(
    "CUDA C Programming Guide 4.2, appendix F.4.3 (compute capability 2.x)", f"{_CUDA}/archive"
)
GUIDE_42_CC3 = Source(
    "CUDA C Programming Guide 4.2, appendix F.5.3 (compute capability 3.x)", f"{_CUDA}/archive"
)
GUIDE_CC5 = Source(
    "CUDA C++ Programming Guide, shared memory of compute capability 5.x (7.x and later alike)",
    f"{_CUDA}/cuda-c-programming-guide/index.html#shared-memory-5-x",
)
NSIGHT = Source(
    "Nsight Compute profiling guide",
    "https://docs.nvidia.com/nsight-compute/ProfilingGuide/index.html",
)
HALF_COUNTS = Source(
    "wenqiny/studyNote, bank-conflict.md: measured, half with a stride of 32 is 16-way",
    "https://github.com/wenqiny/studyNote",
)
NVFUSER = Source(
    "NVIDIA/Fuser, bank_conflict.cpp: half-warp and quarter-warp phases of wide accesses",
    "https://github.com/NVIDIA/Fuser/blob/main/csrc/device_lower/analysis/bank_conflict.cpp",
)
FORUM_LDS128 = Source(
    "NVIDIA forum 359822: a contiguous 16-byte load measured at 4 wavefronts, 0 conflicts",
    f"{_FORUM}/clarification-bank-conflicts-metric-vs-wavefronts-for-shared-memory-lds-128/359822",
)
FORUM_DOUBLE = Source(
    "NVIDIA forum 217015: a contiguous double load measured at 2 wavefronts",
    f"{_FORUM}/matrix-transposition-why-are-the-number-of-shared-store-load-transactions-different"
    "-in-a-cuda-kernel/217015",
)
FORUM_MERGE = Source(
    "NVIDIA forum 77228: staff on merged phases of 16-byte loads, CC 7.0-7.5",
    f"{_FORUM}/unexpected-shared-memory-bank-conflict/77228",
)
MICROBENCH = Source(
    "kzwrime/gpu_shm_microbench: measured times on A100, V100 and MI50",
    "https://github.com/kzwrime/gpu_shm_microbench",
)
PTX_LDMATRIX = Source(
    "PTX ISA, ldmatrix: 8 row addresses of 16 bytes for each 8x8 matrix",
    f"{_CUDA}/parallel-thread-execution/index.html",
)
LEETCUDA = Source(
    "xlite-dev/LeetCUDA: ldmatrix conflict counters, CC 8.9",
    "https://github.com/xlite-dev/LeetCUDA",
)
B300_ATOMICS = Source(
    "A public file, address unknown: B300, atomics 8-way on one bank run at an eighth of the rate"
)
NO_ATOMIC_FIGURE = Source(
    "No source gives lane-by-lane costs of atomics on one address: the model's serial bound"
)
KEPLER_WIDTHS = Source(
    "ekondis/gpumembench issue 1: K80, float 1, float2 1 and float4 2 transactions (nvprof)",
    "https://github.com/ekondis/gpumembench/issues/1",
)
KEPLER_MODE = Source(
    "No source names the bank mode of the 16-byte figure: it is taken to hold in this one too"
)
AMD_CDNA3 = Source(
    "nod-ai/amd-shark-ai, docs/empirical-lds/cdna3info.md (measured)",
    "https://github.com/nod-ai/amd-shark-ai/blob/main/docs/empirical-lds/cdna3info.md",
)
AMD_CDNA4 = Source(
    "nod-ai/amd-shark-ai, docs/empirical-lds/cdna4info.md (measured)",
    "https://github.com/nod-ai/amd-shark-ai/blob/main/docs/empirical-lds/cdna4info.md",
)
AMD_RDNA3 = Source(
    "nod-ai/amd-shark-ai, docs/empirical-lds/rdna3info.md (measured)",
    "https://github.com/nod-ai/amd-shark-ai/blob/main/docs/empirical-lds/rdna3info.md",
)
AMD_RDNA4 = Source(
    "nod-ai/amd-shark-ai, docs/empirical-lds/rdna4info.md (measured)",
    "https://github.com/nod-ai/amd-shark-ai/blob/main/docs/empirical-lds/rdna4info.md",
)
HIPKITTENS = Source(
    "HazyResearch/HipKittens, analysis/paper_experiments/phases (measured, commit f09e968)",
    "https://github.com/HazyResearch/HipKittens/tree/f09e968/analysis/paper_experiments/phases",
)
GFX950_WORDS = Source(
    "No source for 4 bytes on gfx950: taken as two phases of 32 lanes on 64 banks"
)
GFX950_WRITES = Source(
    "No source gives the lanes of a 16-byte write on gfx950: taken as the read of its width, "
    "though 8-byte writes were measured on 32 banks"
)
ROCM_BLOG = Source(
    "ROCm blog, avoiding LDS bank conflicts: 8-lane groups of 16-byte writes",
    "https://rocm.blogs.amd.com/software-tools-optimization/lds-bank-conflict/README.html",
)
INTEL_SLM = Source(
    "Intel oneAPI GPU Optimization Guide, Shared Local Memory: 16 banks of 4 bytes in its example",
    "https://www.intel.com/content/www/us/en/docs/oneapi/optimization-guide-gpu/2025-0/"
    "shared-local-memory.html",
)
INTEL_OPENCL = Source(
    "Intel OpenCL guide 2019-4: reads of one address are fine, writes to one bank conflict",
    "https://www.intel.com/content/www/us/en/docs/opencl-sdk/developer-guide-processor-graphics/"
    "2019-4/kernel-memory-access-optimization-summary.html",
)
BANK_BYTES_BOUND = Source(
    "No source: a phase is taken to carry at most the bytes that all banks deliver in one pass"
)
