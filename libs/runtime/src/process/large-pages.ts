/**
 * Memory in pages of 2 MB where the system gives them on request, and blocks up to 32 MB side by side, so that such
 * pages hold them.
 */
const TUNABLES = 'glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=33554432';

/**
 * The environment of a process whose memory shall lie in large pages. The index of a million alerts reads thousands of
 * places all over its 300 MB for each listing; with pages of 4 kB the processor spends more than half of that time
 * looking up where each page is. An operator's own GLIBC_TUNABLES are kept as they are; other C libraries than glibc (≥
 * 2.35) ignore the variable.
 */
export function withLargePages(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { GLIBC_TUNABLES: TUNABLES, ...environment };
}
