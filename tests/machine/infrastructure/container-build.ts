import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, lchownSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { assignmentsOf, contextOf, type Instruction, type Stage } from '../../support/container-file.js';

/** The account under which the programs run: `nobody` if root runs the tests, and otherwise the account of the tests. */
const ACCOUNT = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};

/**
 * Carries out the stages of a Dockerfile without a container engine. A folder stands for the root of each stage's file system, so
 * `WORKDIR /app` becomes `<folder>/app`. RUN, and each program that a test starts, runs in that working folder and not as root.
 */
export class ContainerBuild {
  private readonly roots = new Map<string, string>();
  private readonly environments = new Map<string, NodeJS.ProcessEnv>();
  private readonly workdirs = new Map<string, string>();

  /** @param home a folder that only this build uses */
  constructor(
    private readonly home: string,
    private readonly context: string,
  ) {
    chmodSync(home, 0o755);
  }

  async build({ name, instructions }: Stage): Promise<void> {
    const root = join(this.home, name);
    mkdirSync(join(this.home, 'home'), { recursive: true });
    mkdirSync(root, { recursive: true });
    this.roots.set(name, root);
    this.environments.set(name, this.bareEnvironment());
    this.workdirs.set(name, root);
    for (const instruction of instructions) await this.carryOut(name, instruction);
  }

  workdir(stage: string): string {
    return required(this.workdirs, stage);
  }

  /** Starts a program in the working folder of a stage, with the stage's environment. */
  start(stage: string, [program, ...args]: readonly [string, ...string[]], env: NodeJS.ProcessEnv = {}): ChildProcess {
    return spawn(program, args, {
      ...ACCOUNT,
      cwd: this.workdir(stage),
      env: { ...required(this.environments, stage), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  private async carryOut(stage: string, { name, options, argument }: Instruction): Promise<void> {
    if (name === 'WORKDIR') {
      this.workdirs.set(stage, join(required(this.roots, stage), argument));
      mkdirSync(this.workdir(stage), { recursive: true });
      own(this.home);
    } else if (name === 'ENV') {
      this.setEnvironment(stage, assignmentsOf(argument));
    } else if (name === 'COPY') {
      this.copy(stage, argument.split(/\s+/), options.get('from'));
    } else if (name === 'RUN') {
      await this.run(stage, argument);
    }
  }

  private setEnvironment(stage: string, assigned: Record<string, string>): void {
    const environment = required(this.environments, stage);
    for (const [key, value] of Object.entries(assigned)) {
      const located = value.replaceAll(/(^|:)\//g, `$1${required(this.roots, stage)}/`);
      environment[key] = located.replaceAll(/\$([A-Z_]+)/g, (_, name: string) => environment[name] ?? '');
    }
  }

  private copy(stage: string, paths: readonly string[], from: string | undefined): void {
    const sources = paths.slice(0, -1).flatMap((path) => this.sourcesOf(path, from));
    const target = join(this.workdir(stage), paths.at(-1) ?? '');
    const intoFolder = paths.at(-1)?.endsWith('/') === true || paths[0] === '.';
    for (const source of sources) {
      const copy = intoFolder ? join(target, basename(source)) : target;
      mkdirSync(dirname(copy), { recursive: true });
      cpSync(source, copy, { recursive: true, verbatimSymlinks: true });
      own(copy);
    }
  }

  private sourcesOf(path: string, from: string | undefined): string[] {
    if (from !== undefined) return [join(required(this.roots, from), path)];
    const allowed = contextOf(join(this.context, '.dockerignore'));
    if (path === '.') return allowed.map((name) => join(this.context, name)).filter(existsSync);
    if (!allowed.includes(path)) throw new Error(`COPY ${path}: .dockerignore keeps it out`);
    return [join(this.context, path)];
  }

  private async run(stage: string, command: string): Promise<void> {
    const shell = this.start(stage, ['/bin/sh', '-c', command]);
    let output = '';
    for (const stream of [shell.stdout, shell.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [code] = (await once(shell, 'close')) as [number | null];
    if (code !== 0) throw new Error(`RUN ${command} ended with ${code}:\n${output}`);
  }

  /**
   * The environment with which a stage begins. It takes from the environment of the tests only the variables with which npm
   * reaches the package registry.
   */
  private bareEnvironment(): NodeJS.ProcessEnv {
    const network = Object.entries(process.env).filter(([key]) =>
      /proxy$|^NODE_EXTRA_CA_CERTS$|^npm_config_registry$/i.test(key),
    );
    const home = join(this.home, 'home');
    return {
      ...Object.fromEntries(network),
      PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
      HOME: home,
      npm_config_update_notifier: 'false',
      npm_config_audit: 'false',
      npm_config_fund: 'false',
    };
  }
}

function own(path: string): void {
  if (ACCOUNT.uid === undefined) return;
  lchownSync(path, ACCOUNT.uid, ACCOUNT.gid);
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) own(join(path, name));
}

function idOf(option: '-u' | '-g'): number {
  return Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }));
}

function required<Value>(map: ReadonlyMap<string, Value>, key: string): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`there is no stage ${key}`);
  return value;
}
