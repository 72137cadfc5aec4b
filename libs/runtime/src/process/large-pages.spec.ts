import { withLargePages } from './large-pages.js';

describe('large pages', () => {
  it('are asked for beside whatever else the environment says', () => {
    expect(withLargePages({ PORT: '3000' })).toEqual({
      GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=33554432',
      PORT: '3000',
    });
  });

  it('are left to an operator who sets the memory of the process', () => {
    const environment = { GLIBC_TUNABLES: 'glibc.malloc.arena_max=1' };
    expect(withLargePages(environment)).toEqual(environment);
  });
});
