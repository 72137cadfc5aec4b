import { SECRET_SHAPES, type SecretKind } from '../secrets/secrets-file.js';
import { variable } from './values.js';

const EXPECTED: Readonly<Record<SecretKind, string>> = {
  keyPepper: 'a secret of at least 32 characters',
  cursorSecret: 'a secret of at least 32 characters',
  signingKeyEncryptionKey: '32 bytes in base64',
};

/** One secret or several separated by commas: the first is written with, all are read with. Never repeated. */
export function secretList(kind: SecretKind) {
  const read = (text: string): string[] | undefined => {
    const secrets = text.split(',').map((each) => each.trim());
    return secrets.every((each) => SECRET_SHAPES[kind].safeParse(each).success) ? secrets : undefined;
  };
  return variable(`${EXPECTED[kind]}, or several separated by commas`, read, { secret: true });
}
