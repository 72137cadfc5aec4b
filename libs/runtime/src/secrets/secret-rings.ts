import fs from 'node:fs';
import { KeyRing } from './key-ring.js';
import { SECRET_KINDS, type SecretKind } from './secrets-file.js';
import { needsNoFile, readSecrets, secretsFileOf, type Secrets, type SecretsOrigin } from './secrets.js';

/** How long a change of the file may go unnoticed by a process that only writes, in milliseconds. */
export const LOOK_EVERY_MS = 1_000;

/** The secrets of a running process by kind; it learns those that are added to its file. */
export class SecretRings implements Readonly<Record<SecretKind, KeyRing>> {
  readonly keyPepper: KeyRing;
  readonly cursorSecret: KeyRing;
  readonly signingKeyEncryptionKey: KeyRing;
  private version: string | undefined;
  private lookedAt = -Infinity;
  /** Rises when the secrets have changed; each ring takes a change once. */
  private generation = 0;

  /** @param file where they are read again when it changes; undefined: they stay */
  constructor(
    private secrets: Secrets,
    private readonly file?: string,
    private readonly reread: () => Secrets = () => secrets,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.version = this.versionOfFile();
    [this.keyPepper, this.cursorSecret, this.signingKeyEncryptionKey] = SECRET_KINDS.map((kind) => this.ring(kind)) as [
      KeyRing,
      KeyRing,
      KeyRing,
    ];
  }

  /** When the file of the secrets was made, where it says so. */
  get madeAt(): string | undefined {
    return this.secrets.madeAt;
  }

  private ring(kind: SecretKind): KeyRing {
    let taken = this.generation;
    return new KeyRing(allOf(this.secrets, kind), (isUrgent) => {
      this.look(isUrgent);
      if (taken === this.generation) return undefined;
      taken = this.generation;
      return allOf(this.secrets, kind);
    });
  }

  private look(isUrgent: boolean): void {
    if (this.file === undefined || (!isUrgent && this.now() - this.lookedAt < LOOK_EVERY_MS)) return;
    this.lookedAt = this.now();
    const version = this.versionOfFile();
    if (version === undefined || version === this.version) return;
    this.version = version;
    try {
      const next = this.reread();
      for (const kind of SECRET_KINDS)
        if (!allOf(next, kind).some((secret) => allOf(this.secrets, kind).includes(secret)))
          throw new Error(`${this.file} has another ${kind} than before. Restart to use it.`);
      this.secrets = next;
      this.generation += 1;
    } catch (error) {
      process.emitWarning(`The secrets of before are used on: ${(error as Error).message}`);
    }
  }

  private versionOfFile(): string | undefined {
    const found = this.file === undefined ? undefined : fs.statSync(this.file, { throwIfNoEntry: false });
    return found && `${found.ino}:${found.size}:${found.mtimeMs}`;
  }
}

/** Opens the secrets of a process: of the environment, else of the file, which is made at the first start. */
export function openSecrets(origin: SecretsOrigin): SecretRings {
  const read = (): Secrets => readSecrets(origin);
  return new SecretRings(read(), needsNoFile(origin) ? undefined : secretsFileOf(origin), read);
}

/** Secrets that are given and stay: for specs, and where nothing reads them. */
export function fixedSecrets(secrets: Readonly<Record<SecretKind, string>>): SecretRings {
  return new SecretRings({ alsoRead: { keyPepper: [], cursorSecret: [], signingKeyEncryptionKey: [] }, ...secrets });
}

function allOf(secrets: Secrets, kind: SecretKind): string[] {
  return [secrets[kind], ...secrets.alsoRead[kind]];
}
