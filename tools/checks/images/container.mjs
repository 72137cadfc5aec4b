// Runs a service of compose.yaml from its image with runc: its user, read-only root, volumes, dropped capabilities and
// stop signal as written. The network is that of this process.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect } from './programs.mjs';

/** Nothing of an image may need a shell. */
const SHELLS = ['/usr/bin/dash', '/usr/bin/bash'];

/**
 * @typedef {{
 *   name: string, rootFolder: string, config: import('./build-image.mjs').ImageConfig,
 *   service: import('./compose-file.mjs').Service, folder: string, environment?: Record<string, string>,
 *   args?: readonly string[], hosts: string,
 * }} ContainerOptions
 */

export class Container {
  /** @param {ContainerOptions} options `folder` holds the volumes by their names, and what this class writes */
  constructor(options) {
    this.options = options;
    this.state = path.join(options.folder, 'runc');
    this.bundle = path.join(options.folder, 'bundles', options.name);
    this.log = path.join(this.bundle, 'log');
    fs.mkdirSync(this.bundle, { recursive: true });
    fs.writeFileSync(path.join(this.bundle, 'config.json'), JSON.stringify(this.specification()));
  }

  /** Starts it in the background. */
  start() {
    this.began = performance.now();
    const log = fs.openSync(this.log, 'w');
    this.child = spawn('runc', this.runc('run', '--bundle', this.bundle), { stdio: ['ignore', log, log] });
    this.ended = new Promise((resolve) => this.child?.once('exit', resolve));
    return this;
  }

  /**
   * Runs it to its end, as `docker compose run --rm`.
   * @param {string} [input] of its standard input
   */
  run(input = '') {
    return spawnSync('runc', this.runc('run', '--bundle', this.bundle), { input, encoding: 'utf8' });
  }

  /**
   * Waits until the image's own health check passes. @returns seconds since the start
   * @param {number} port whose readiness is asked for in between, because a check costs a process
   */
  async healthy(port) {
    while (!(await isReady(port))) {
      expect(this.child?.exitCode === null, `${this.options.name} ended before it was ready:\n${this.tail()}`);
      expect(this.seconds() < 120, `${this.options.name} is not ready after 120 s:\n${this.tail()}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const seconds = this.seconds();
    const [kind, ...command] = this.options.config.Healthcheck?.Test ?? [];
    expect(kind === 'CMD', `${this.options.name}: the health check needs a shell or is missing`);
    const { status, stderr } = this.exec(...command);
    expect(status === 0, `${this.options.name}: the health check fails though it is ready: ${stderr}`);
    return seconds;
  }

  /** @param {readonly string[]} command */
  exec(...command) {
    return spawnSync('runc', [...this.global(), 'exec', this.options.name, ...command], { encoding: 'utf8' });
  }

  /** Sends the stop signal, as an engine does. @returns the exit code and the seconds it took */
  async stop() {
    const began = performance.now();
    spawnSync('runc', [...this.global(), 'kill', this.options.name, this.options.config.StopSignal ?? 'SIGTERM']);
    const grace = Number.parseInt(this.options.service.stop_grace_period ?? '10s', 10) * 1_000;
    const timer = setTimeout(() => this.child?.kill('SIGKILL'), grace);
    const code = await this.ended;
    clearTimeout(timer);
    return { code, seconds: (performance.now() - began) / 1_000 };
  }

  seconds() {
    return (performance.now() - (this.began ?? 0)) / 1_000;
  }

  tail() {
    return fs.readFileSync(this.log, 'utf8').slice(-3_000);
  }

  /** @param {readonly string[]} args */
  runc(...args) {
    return [...this.global(), ...args, this.options.name];
  }

  global() {
    return ['--root', this.state];
  }

  /** The container as the runtime specification of the Open Container Initiative writes it. */
  specification() {
    const { config, service, rootFolder, environment = {}, args = service.command ?? config.Cmd ?? [] } = this.options;
    const [uid = NaN, gid = uid] = config.User.split(':').map(Number);
    expect(uid > 0, `${this.options.name}: the image's user has to be a number above 0, got ${config.User}`);
    const capabilities = service.cap_drop?.includes('ALL') ? (service.cap_add ?? []) : undefined;
    expect(capabilities !== undefined, `${this.options.name}: compose.yaml does not drop all capabilities`);
    const settings = Object.entries({ ...service.environment, ...environment });
    return {
      ociVersion: '1.0.2',
      process: {
        user: { uid, gid },
        cwd: config.WorkingDir,
        args: [...(config.Entrypoint ?? []), ...args],
        env: [...config.Env, ...settings.map(([name, value]) => `${name}=${value}`)],
        capabilities: { bounding: capabilities, effective: capabilities, permitted: capabilities },
        noNewPrivileges: service.security_opt?.includes('no-new-privileges:true') ?? false,
      },
      root: { path: rootFolder, readonly: service.read_only ?? false },
      mounts: this.mounts(uid, gid),
      linux: { namespaces: ['pid', 'mount', 'ipc', 'uts'].map((type) => ({ type })) },
    };
  }

  /**
   * @param {number} uid
   * @param {number} gid
   */
  mounts(uid, gid) {
    const { service, folder, rootFolder, hosts } = this.options;
    const bind = (/** @type {string} */ source, /** @type {string} */ destination, mode = 'rw') => ({
      ...{ source, destination, type: 'bind', options: ['bind', mode] },
    });
    const tmpfs = (service.tmpfs ?? []).map((entry) => entry.split(':'));
    return [
      { source: 'proc', destination: '/proc', type: 'proc' },
      { source: 'tmpfs', destination: '/dev', type: 'tmpfs', options: ['nosuid', 'mode=755', 'size=64k'] },
      ...tmpfs.map(([destination, options = '']) => ({
        ...{ source: 'tmpfs', destination, type: 'tmpfs', options: ['nosuid', 'nodev', ...options.split(',')] },
      })),
      ...(service.volumes ?? []).map(({ source, target }) => {
        const volume = path.join(folder, 'volumes', source);
        if (!fs.existsSync(volume)) {
          // An empty volume takes the owner and mode of the image's folder.
          const { mode } = fs.statSync(path.join(rootFolder, target));
          fs.mkdirSync(volume, { recursive: true });
          fs.chmodSync(volume, mode & 0o777);
          fs.chownSync(volume, uid, gid);
        }
        return bind(volume, target);
      }),
      bind(hosts, '/etc/hosts', 'ro'),
      ...SHELLS.map((shell) => bind('/dev/null', shell, 'ro')),
    ];
  }
}

/** @param {number} port */
async function isReady(port) {
  try {
    return (await fetch(`http://127.0.0.1:${port}/health/ready`)).ok;
  } catch {
    return false;
  }
}
