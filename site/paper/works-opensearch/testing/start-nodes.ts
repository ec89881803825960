import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const sources = join(import.meta.dirname, 'node')
const libraries = join(import.meta.dirname, '../../../../.cache/opensearch')
const classes = join(libraries, 'classes')
const javaHomes = [
  '/usr/lib/jvm/temurin-25-jdk-amd64',
  '/usr/lib/jvm/temurin-21-jdk-amd64',
  '/usr/lib/jvm/java-21-openjdk-amd64',
]

/** Returns the Java executable for nodes, or the reason why there is none. */
export const findJava = (): { java: string } | { missing: string } => {
  const home = javaHomes.find(existsSync)
  if (home === undefined) return { missing: 'There is no Java 21 or newer.' }
  if (!existsSync(join(classes, 'TestNode.class'))) {
    try {
      execFileSync(
        'mvn',
        ['-q', '-B', 'dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${libraries}`],
        { cwd: sources, stdio: 'ignore' },
      )
      const [source, path] = [join(sources, 'TestNode.java'), join(libraries, '*')]
      execFileSync(join(home, 'bin/javac'), ['-d', classes, '-cp', path, source], { stdio: 'ignore' })
    } catch {
      return { missing: 'Maven could not fetch OpenSearch.' }
    }
  }
  return { java: join(home, 'bin/java') }
}

export type Nodes = {
  urls: string[]
  /** Kills one, as a power cut would. */
  kill: (node: number) => Promise<void>
  /** Resolves when so many nodes have found each other, and every copy of every index is in its place, or every first copy if `some` will do. */
  whenWhole: (nodes: number, some?: 'some') => Promise<void>
  close: () => Promise<void>
}

/** Starts OpenSearch on this machine, each node a process of its own with a folder of its own below `folder`. */
export const startNodes = async (java: string, folder: string, count: 1 | 3): Promise<Nodes> => {
  const ports = await freePorts(2 * count)
  const [http, transport] = [ports.slice(0, count), ports.slice(count)]
  const seeds = transport.map(port => `127.0.0.1:${port}`).join(',')
  const children = http.map((port, n): ChildProcess => {
    const home = join(folder, `node-${n}`)
    mkdirSync(home, { recursive: true })
    const options = [
      '-Xmx512m',
      '-Dlog4j2.level=ERROR',
      '--enable-native-access=ALL-UNNAMED',
      '-cp',
      `${classes}:${join(libraries, '*')}`,
    ]
    const where = [home, `node-${n}`, `${port}`, `${transport[n]}`, seeds]
    return spawn(java, [...options, 'TestNode', ...where], { stdio: ['pipe', 'ignore', 'ignore'] })
  })
  const urls = http.map(port => `http://127.0.0.1:${port}`)
  const alive = new Set(children.keys())

  const kill = async (node: number): Promise<void> => {
    const child = children[node]
    if (child === undefined || !alive.delete(node)) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await ended
  }

  const whenWhole = async (nodes: number, some?: 'some'): Promise<void> => {
    for (;;) {
      const url = urls[[...alive][0] ?? 0]
      const health = await fetch(`${url}/_cluster/health`)
        .then(async response => (await response.json()) as { status: string; number_of_nodes: number })
        .catch(() => null)
      const isWhole = health?.status === 'green' || (some === 'some' && health?.status === 'yellow')
      if (isWhole && health.number_of_nodes === nodes) return
      if (children.some((child, n) => alive.has(n) && child.exitCode !== null))
        throw new Error('A node ended by itself.')
      await wait(200)
    }
  }

  await whenWhole(count)
  return {
    urls,
    kill,
    whenWhole,
    close: async () => {
      await Promise.all([...alive].map(kill))
    },
  }
}

const freePorts = async (count: number): Promise<number[]> => {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1')
      await once(server, 'listening')
      return server
    }),
  )
  const ports = servers.map(server => (server.address() as { port: number }).port)
  await Promise.all(servers.map(server => new Promise(resolve => server.close(resolve))))
  return ports
}
