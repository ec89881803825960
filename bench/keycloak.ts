import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@corroborate/server-kit/testing/server'
import type { Client } from './oauth-calls.ts'
import { processesOfGroup } from './resident-memory.ts'
import { sendWell } from './routes.ts'
import { untilReady } from './until-ready.ts'

export const keycloakVersion = '26.7.3'
const folder = 'bench/rivals/keycloak'
const program = join(import.meta.dirname, '..', folder, `keycloak-${keycloakVersion}`, 'bin/kc.sh')

/** True if Keycloak is unpacked locally. Requires Java 17 or later. */
export const isKeycloakHere = existsSync(program)
export const noKeycloak = `Keycloak is not here: mvn dependency:copy -Dartifact=org.keycloak:keycloak-quarkus-dist:${keycloakVersion}:zip -DoutputDirectory=${folder} && unzip -q ${folder}/*.zip -d ${folder}`

const admin = { username: 'admin', password: 'lantern-gravel-opus-41' }
/** A busy machine takes a minute for a first start, in ms. */
const patience = 240_000

/** Runs Keycloak's own program in a process group of its own. `end` ends the whole group. */
const runKeycloak = (words: readonly string[]) => {
  const child = spawn(program, words, {
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      KC_BOOTSTRAP_ADMIN_USERNAME: admin.username,
      KC_BOOTSTRAP_ADMIN_PASSWORD: admin.password,
      KC_LOG_LEVEL: 'error',
    },
  })
  const group = child.pid ?? 0
  const exited = once(child, 'exit') as Promise<[number | null]>
  const kill = () => process.kill(-group, 'SIGTERM')
  process.once('exit', kill)
  void exited.then(() => process.off('exit', kill))
  const end = async () => {
    if (child.exitCode === null) kill()
    await exited
  }
  return { group, exited, end }
}

/** Bakes the settings in that Keycloak wants to know before it starts: the database, and that it is alone. */
export const buildKeycloak = async (): Promise<void> => {
  const [code] = await runKeycloak(['build', '--db=postgres', '--cache=local', '--health-enabled=true']).exited
  if (code !== 0) throw new Error(`kc.sh build ended with ${code}.`)
}

export type Keycloak = {
  origin: string
  /** Startup time until it reports ready. */
  seconds: number
  pids: () => number[]
  stop: () => Promise<void>
}

/** Starts Keycloak as in production, on a PostgreSQL database, and waits until it is ready. */
export const startKeycloak = async (database: string): Promise<Keycloak> => {
  const { hostname, port: databasePort, pathname, username } = new URL(database)
  const [port, managementPort] = [await freePort(), await freePort()]
  const began = performance.now()
  const { group, exited, end } = runKeycloak([
    'start',
    '--optimized',
    '--http-enabled=true',
    '--http-host=127.0.0.1',
    `--http-port=${port}`,
    `--http-management-port=${managementPort}`,
    '--hostname-strict=false',
    `--db-url=jdbc:postgresql://${hostname}:${databasePort}${pathname}`,
    `--db-username=${username}`,
  ])
  try {
    const ended = exited.then(([code]) => Promise.reject(new Error(`Keycloak ended with ${code}.`)))
    await Promise.race([untilReady(`http://127.0.0.1:${managementPort}/health/ready`, patience), ended])
  } catch (error) {
    await end()
    throw error
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    seconds: (performance.now() - began) / 1_000,
    pids: () => processesOfGroup(group),
    stop: end,
  }
}

/** An application may ask about tokens only that are for itself. */
const ownAudience = ({ id }: Client) => ({
  name: 'own audience',
  protocol: 'openid-connect',
  protocolMapper: 'oidc-audience-mapper',
  config: { 'included.client.audience': id, 'access.token.claim': 'true', 'introspection.token.claim': 'true' },
})

/** Makes a realm with one application, which may sign in as itself, and people with passwords. */
export const makeRealm = async (
  { origin }: Keycloak,
  { realm, client, people, password }: { realm: string; client: Client; people: readonly string[]; password: string },
): Promise<void> => {
  const asked = { grant_type: 'password', client_id: 'admin-cli', ...admin }
  const { text } = await sendWell({
    method: 'POST',
    url: `${origin}/realms/master/protocol/openid-connect/token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(asked).toString(),
  })
  const { access_token } = JSON.parse(text) as { access_token: string }
  await sendWell({
    method: 'POST',
    url: `${origin}/admin/realms`,
    headers: { authorization: `Bearer ${access_token}` },
    body: JSON.stringify({
      realm,
      enabled: true,
      accessTokenLifespan: 3_600,
      clients: [
        {
          clientId: client.id,
          secret: client.secret,
          serviceAccountsEnabled: true,
          directAccessGrantsEnabled: true,
          protocolMappers: [ownAudience(client)],
        },
      ],
      users: people.map(email => ({
        username: email,
        email,
        emailVerified: true,
        firstName: 'Ada',
        lastName: 'Reader',
        enabled: true,
        credentials: [{ type: 'password', value: password, temporary: false }],
      })),
    }),
  })
}
