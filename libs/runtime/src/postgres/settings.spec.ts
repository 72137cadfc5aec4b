import { postgresSettings } from './settings.js';

const gibibyte = 1024 ** 3;
const base = { port: 5432, memoryBytes: 4 * gibibyte, durable: true, compressesWith: 'pglz' } as const;

describe('postgresSettings', () => {
  it('takes an eighth of the memory for buffers, within bounds, and less for a cluster of tests', () => {
    expect(postgresSettings(base)).toMatchObject({
      shared_buffers: '512MB',
      effective_cache_size: '2048MB',
      maintenance_work_mem: '128MB',
    });
    expect(postgresSettings({ ...base, memoryBytes: gibibyte / 4 }).shared_buffers).toBe('64MB');
    expect(postgresSettings({ ...base, memoryBytes: 512 * gibibyte })).toMatchObject({
      shared_buffers: '4096MB',
      effective_cache_size: '16384MB',
    });
    expect(postgresSettings({ ...base, memoryBytes: 512 * gibibyte, durable: false }).shared_buffers).toBe('512MB');
  });

  it('never gives up a commit that was acknowledged', () => {
    const settings = postgresSettings(base);
    expect(settings.synchronous_commit).toBe('on');
    expect(settings).not.toHaveProperty('fsync');
    expect(settings).not.toHaveProperty('full_page_writes');
  });

  it('listens on the loopback only', () => {
    expect(postgresSettings(base)).toMatchObject({
      listen_addresses: '127.0.0.1',
      port: '5432',
      unix_socket_directories: '',
    });
  });
});
