import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openSecrets } from './secret-rings.js';
import { makeSecret, readSecretsFile, replaceSecretsFile } from './secrets-file.js';
import { readPostgresPassword, readSecrets } from './secrets.js';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'gable-secrets-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

describe('readSecrets', () => {
  it('makes secrets at the first start and gives the same ones ever after', () => {
    const first = readSecrets(folder);
    expect(Buffer.from(first.signingKeyEncryptionKey, 'base64')).toHaveLength(32);
    expect(new Set([...Object.values(first), readPostgresPassword({ home: folder })]).size).toBe(6);
    expect(readSecrets(folder)).toEqual(first);
    expect(fs.readdirSync(folder)).toEqual(['secrets.json']);
  });

  it('shows them to nobody else', () => {
    readSecrets(folder);
    expect(fs.statSync(path.join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  it('gives every home its own', () => {
    expect(readSecrets(path.join(folder, 'a'))).not.toEqual(readSecrets(path.join(folder, 'b')));
  });

  it.each([
    ['not JSON', '{'],
    ['incomplete', '{"keyPepper":"x"}'],
  ])('refuses a file that is %s instead of making new ones', (_what, text) => {
    const file = path.join(folder, 'secrets.json');
    fs.writeFileSync(file, text);
    expect(() => readSecrets(folder)).toThrow(`${file} cannot be used`);
    expect(fs.readFileSync(file, 'utf8')).toBe(text);
  });
});

const OLD_FILE = {
  keyPepper: 'pepper of before, long enough to be one',
  cursorSecret: 'cursor secret of before, long enough',
  signingKeyEncryptionKey: Buffer.alloc(32, 1).toString('base64'),
  postgresPassword: 'a password of before',
};

describe('the origin of the secrets', () => {
  it('is the file that is named, then the home; the file of before is read as it is', () => {
    const secretsFile = path.join(folder, 'mounted.json');
    fs.writeFileSync(secretsFile, JSON.stringify(OLD_FILE));
    expect(readSecrets({ home: path.join(folder, 'home'), secretsFile })).toMatchObject({
      keyPepper: OLD_FILE.keyPepper,
      alsoRead: { keyPepper: [], cursorSecret: [], signingKeyEncryptionKey: [] },
    });
    expect(readPostgresPassword({ home: folder, secretsFile })).toBe(OLD_FILE.postgresPassword);
    expect(fs.existsSync(path.join(folder, 'home', 'secrets.json'))).toBe(false);
  });

  it('says what to set where the file that is named is not there and cannot be made', () => {
    const secretsFile = path.join(folder, 'not', 'there.json');
    expect(() => readSecrets({ home: folder, secretsFile })).toThrow(/there\.json, and it cannot be made \(ENOENT\)/);
  });

  it('is the environment where that gives one; with all of them no file is made', () => {
    const givenSecrets = {
      keyPepper: ['new', 'old'].map((each) => each.repeat(20)),
      cursorSecret: ['c'.repeat(32)],
      signingKeyEncryptionKey: [makeSecret('signingKeyEncryptionKey')],
    };
    const home = path.join(folder, 'home');
    const { keyPepper, alsoRead } = readSecrets({ home, givenSecrets });
    expect([keyPepper, alsoRead.keyPepper]).toEqual(['new'.repeat(20), ['old'.repeat(20)]]);
    expect(fs.existsSync(home)).toBe(false);
    expect(readSecrets({ home, givenSecrets: { keyPepper: givenSecrets.keyPepper } }).cursorSecret).toHaveLength(43);
  });
});

describe('SecretRings', () => {
  it('learns a secret that is added to the file when it meets what it does not know', () => {
    const rings = openSecrets({ home: folder });
    const before = rings.signingKeyEncryptionKey.active;
    const file = path.join(folder, 'secrets.json');
    const added = makeSecret('signingKeyEncryptionKey');
    const secrets = readSecretsFile(file);
    replaceSecretsFile(file, {
      ...secrets,
      signingKeyEncryptionKey: added,
      alsoRead: { signingKeyEncryptionKey: [before.secret] },
      more: 'of an operator',
    });
    expect(rings.signingKeyEncryptionKey.first(({ secret }) => (secret === added ? 'found' : null))).toBe('found');
    expect(rings.signingKeyEncryptionKey.active.secret).toBe(added);
    expect(rings.signingKeyEncryptionKey.all[1]).toEqual(before);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toMatchObject({ more: 'of an operator' });
  });

  it('goes on with those of before where the file is damaged or another one', () => {
    const warnings = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const rings = openSecrets({ home: folder });
    const { active } = rings.keyPepper;
    for (const text of ['{', JSON.stringify(OLD_FILE)]) {
      fs.writeFileSync(path.join(folder, 'secrets.json'), text);
      expect(rings.keyPepper.first(() => null)).toBeNull();
      expect(rings.keyPepper.active).toEqual(active);
    }
    expect(warnings).toHaveBeenCalledTimes(2);
    expect(JSON.stringify(warnings.mock.calls)).not.toContain(OLD_FILE.keyPepper);
    warnings.mockRestore();
  });
});

it('says of a file that may not be read that permissions are missing, not that it is to be restored', () => {
  const read = jest.spyOn(fs, 'readFileSync').mockImplementation(() => {
    throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' }); // root may read everything
  });
  try {
    expect(() => readSecretsFile('/run/secrets.json')).toThrow(
      '/run/secrets.json may not be read by this user (EACCES). Give it to the user that runs Gable, mode 0600.',
    );
  } finally {
    read.mockRestore();
  }
});
