import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseUnavailable } from '@corroborate/server-kit/database'
import pg from 'pg'
import { findProgram, type Program, quietPort, startProgram } from '../nodes/index.ts'
import { type Owner, ownedFolder, postgresBinaries, postgresUser } from './postgres-user.ts'

/** Patroni's state of a cluster member. */
export type Member = { name: string; role: 'leader' | 'replica' | 'sync_standby'; state: string; timeline?: number }

/** Two PostgreSQL servers under Patroni, with etcd and the proxy of `deploy/postgres`. */
export type Cluster = {
  /** Addresses of a database by way of the proxy: where it is written, and where it is only read. */
  url: (database: string) => string
  replicaUrl: (database: string) => string
  members: () => Promise<Member[]>
  /** Resolves when there is a primary and a synchronous standby with all acknowledged writes. */
  whole: () => Promise<void>
  /**
   * Kills the primary PostgreSQL (SIGKILL); with `machine` also its Patroni, as if the machine were lost.
   * @returns a function that brings the machine back
   */
  killPrimary: (machine: boolean) => Promise<() => Promise<void>>
  /** Archive location of the WAL. */
  archive: string
  stop: () => Promise<void>
}

/** Returns the missing prerequisite as the reason to skip the tests; null if there is none. */
export const missingForCluster = (): string | null => {
  const missing = ['patroni', 'etcd', 'haproxy'].filter(name => findProgram(name) === null)
  if (process.getuid?.() !== 0) missing.push('the rights of root, to become another user')
  return missing.length === 0 ? null : `not there: ${missing.join(', ')}`
}

const deployed = join(import.meta.dirname, '../../deploy/postgres')
const passwords = {
  PATRONI_SUPERUSER_USERNAME: 'postgres',
  PATRONI_SUPERUSER_PASSWORD: 'of-the-superuser',
  PATRONI_REPLICATION_USERNAME: 'replicator',
  PATRONI_REPLICATION_PASSWORD: 'of-the-replicator',
}

type Server = { name: string; folder: string; port: number; api: number; patroni: Program }

const startEtcd = async (folder: string, port: number, owner: Owner): Promise<Program> => {
  const [at, peers] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${await quietPort()}`]
  return startProgram(
    findProgram('etcd') ?? '',
    [
      ...['--data-dir', ownedFolder(join(folder, 'etcd'), owner), '--log-level', 'error'],
      ...['--listen-client-urls', at, '--advertise-client-urls', at],
      ...['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers, '--initial-cluster', `default=${peers}`],
    ],
    { port, owner },
  )
}

type Shared = { owner: Owner; bin: string; etcdPort: number; archive: string }

const startPatroni = (server: Omit<Server, 'patroni'>, { owner, bin, etcdPort, archive }: Shared): Promise<Program> =>
  startProgram(findProgram('patroni') ?? '', [join(deployed, 'patroni.yml')], {
    port: server.api,
    owner,
    cwd: server.folder,
    env: {
      ...passwords,
      HOME: server.folder,
      WAL_ARCHIVE: archive,
      PATRONI_NAME: server.name,
      PATRONI_ETCD3_HOSTS: `'127.0.0.1:${etcdPort}'`,
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${server.api}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${server.api}`,
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${server.port}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${server.port}`,
      PATRONI_POSTGRESQL_DATA_DIR: join(server.folder, 'data'),
      PATRONI_POSTGRESQL_BIN_DIR: bin,
      PATRONI_POSTGRESQL_PGPASS: join(server.folder, 'pgpass'),
      PATRONI_LOG_LEVEL: 'WARNING',
    },
  })

type ProxyPorts = { primary: number; replica: number }

const startProxy = ([one, two]: readonly [Server, Server], { primary, replica }: ProxyPorts): Promise<Program> =>
  startProgram(findProgram('haproxy') ?? '', ['-db', '-f', join(deployed, 'haproxy.cfg')], {
    port: primary,
    env: {
      PRIMARY_BIND: `127.0.0.1:${primary}`,
      REPLICA_BIND: `127.0.0.1:${replica}`,
      PG_ONE: `127.0.0.1:${one.port}`,
      PATRONI_ONE: String(one.api),
      PG_TWO: `127.0.0.1:${two.port}`,
      PATRONI_TWO: String(two.api),
      // The tests run two.
      PG_THREE: '127.0.0.1:1',
      PATRONI_THREE: '1',
    },
  })

/** Fetches the cluster state from any responding Patroni. */
const readMembers = async (servers: readonly Server[]): Promise<Member[]> => {
  for (const { api } of servers) {
    const answer = await fetch(`http://127.0.0.1:${api}/cluster`).catch(() => null)
    if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
  }
  return []
}

/** True when one server writes and another has all that it acknowledges. */
const isWhole = (members: readonly Member[]): boolean => {
  const running = members.filter(({ state }) => state === 'running' || state === 'streaming')
  const roles = new Set(running.map(({ role }) => role))
  return roles.has('leader') && roles.has('sync_standby')
}

/** The process of a server that has the others for children: the first line of its `postmaster.pid`. */
const postmaster = ({ folder }: Server): number =>
  Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0])

const createDatabases = async (url: string, databases: readonly string[]): Promise<void> => {
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      for (const database of databases) await client.query(`create database ${database}`)
      return
    } catch (error) {
      // The proxy has not checked for the new primary yet.
      if (!isDatabaseUnavailable(error)) throw error
      await sleep(200)
    } finally {
      await client.end().catch(() => {})
    }
  }
}

/** Starts a cluster with empty databases of the given names, in a folder that the user `postgres` can reach. */
export const startCluster = async (folder: string, databases: readonly string[]): Promise<Cluster> => {
  const owner = await postgresUser()
  const archive = ownedFolder(join(folder, 'archive'), owner)
  const shared = { owner, archive, bin: await postgresBinaries(), etcdPort: await quietPort() }
  const etcd = await startEtcd(folder, shared.etcdPort, owner)
  const startServer = async (name: string): Promise<Server> => {
    const at = ownedFolder(join(folder, name), owner)
    const server = { name, folder: at, port: await quietPort(), api: await quietPort() }
    return { ...server, patroni: await startPatroni(server, shared) }
  }
  const servers = [await startServer('one'), await startServer('two')] as const
  const ports = { primary: await quietPort(), replica: await quietPort() }
  const proxy = await startProxy(servers, ports)

  const addressAt = (port: number) => (database: string) =>
    `postgres://postgres:${passwords.PATRONI_SUPERUSER_PASSWORD}@127.0.0.1:${port}/${database}`
  const url = addressAt(ports.primary)
  const members = () => readMembers(servers)
  const whole = async (): Promise<void> => {
    while (!isWhole(await members())) await sleep(200)
  }
  await whole()
  await createDatabases(url('postgres'), databases)

  const killPrimary: Cluster['killPrimary'] = async machine => {
    const leader = (await members()).find(({ role }) => role === 'leader')
    const server = servers.find(({ name }) => name === leader?.name)
    if (server === undefined) throw new Error('No server of the cluster writes.')
    if (machine) await server.patroni.kill()
    process.kill(postmaster(server), 'SIGKILL')
    return async () => {
      if (machine) server.patroni = await startPatroni(server, shared)
    }
  }

  const stop = async (): Promise<void> => {
    await proxy.kill()
    for (const server of servers) {
      await server.patroni.kill()
      try {
        process.kill(postmaster(server), 'SIGKILL')
      } catch {
        // It has ended before.
      }
    }
    await etcd.kill()
  }

  return { url, replicaUrl: addressAt(ports.replica), members, whole, killPrimary, archive, stop }
}
