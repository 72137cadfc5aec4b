import { hostResolver } from './resolve-host.js';

describe('hostResolver', () => {
  it('knows the names of this machine only where the operator allows inner networks', async () => {
    expect(['127.0.0.1', '::1']).toContain((await hostResolver(['127.0.0.0/8'])('localhost'))[0]);
  });

  it('fails with one code for every name without an address', async () => {
    await expect(hostResolver([])('no-such-name.invalid')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });
});
