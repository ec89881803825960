import { readFileSync } from 'node:fs'
import { mailsTo } from '@corroborate/server-kit/testing/mailbox'
import { freePort } from '@corroborate/server-kit/testing/server'
import { version } from '@corroborate/server-kit/version'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ProductAddress, productAt } from '../../../site/testing/index.ts'
import { personOf } from '../testing/index.ts'
import { buildImage } from './build-image.ts'
import { type Container, openContainers } from './run-container.ts'

// Builds the image with buildah from a clean clone and runs it as a container engine would: `npm run test:image`, as root, with buildah,
// debootstrap and standard Linux tools. Takes about ten minutes.

const paper = '10.48550/arxiv.1706.03762'
const visitors = 1_000
let containers: Awaited<ReturnType<typeof openContainers>>

beforeAll(async () => {
  containers = await openContainers(await buildImage())
}, 3_600_000)
afterAll(() => containers?.close())

const settings = async () => {
  const [site, identity] = [await freePort(), await freePort()]
  const environment = {
    HOST: '127.0.0.1',
    PORT: String(site),
    IDENTITY_PORT: String(identity),
    OPENALEX_URL: 'off',
    CROSSREF_URL: 'off',
    RETRACTION_WATCH_URL: 'off',
    FORRT_URL: 'off',
    LIMITS_SCALE: '1000',
  }
  const address: ProductAddress = { origin: `http://localhost:${site}`, identity: `http://localhost:${identity}` }
  return { environment, address }
}

/** Resident memory of a container's server, in MB. */
const residentOf = ({ pid }: Container): number =>
  Math.round(Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000)

const get = async (url: string): Promise<string> => (await fetch(url)).text()

test('the image is non-root, has one volume and a health check', () => {
  const { User, Volumes, StopSignal, Healthcheck } = containers.config
  expect(User).toBe('10001:10001')
  expect(Object.keys(Volumes)).toEqual(['/data'])
  expect(StopSignal).toBe('SIGTERM')
  expect(Healthcheck.Test).toEqual(['CMD', 'node', 'scripts/healthy.ts'])
})

test('on a fresh volume and a read-only root the image signs in, keeps a vote over kill -9, drains on SIGTERM', async () => {
  const { environment, address } = await settings()
  const product = productAt(address)
  const first = await containers.start(environment)
  expect(readFileSync(`/proc/${first.pid}/status`, 'utf8')).toMatch(/^Uid:\s+10001\s+10001/m)
  expect(JSON.parse(await get(`${address.origin}/health/ready`))).toMatchObject({ status: 'ready', version })
  expect(await first.run(containers.config.Healthcheck.Test.slice(1))).toBe(0)
  // Nothing but the volume and /tmp can be written to.
  expect(await first.run(['node', '-e', "require('node:fs').writeFileSync('/app/a', '')"])).toBe(1)

  const ada = await personOf(product, 'ada@example.org')
  await ada.send(`/${paper}/vote`, { voteType: 'upvote' })
  await first.kill()

  const second = await containers.start(environment)
  expect(await get(`${address.origin}/api/v1/papers/${paper}`)).toContain('"reliable":1')
  expect(await mailsTo(path => fetch(address.identity + path), 'ada@example.org')).toHaveLength(1)
  const idle = residentOf(second)
  for (let n = 0; n < visitors; n += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, at) => get(`${address.origin}/${at % 2 === 0 ? paper : ''}`)))
  }
  console.log(`Both servers: ${idle} MB idle, ${residentOf(second)} MB after ${visitors} visitors.`)
  expect(await second.stop()).toBe(0)
  expect(second.printed()).toContain('stopping')
})

test('each server runs on its own', async () => {
  const { environment, address } = await settings()
  const identity = await containers.start(environment, ['start.mjs', 'identity'])
  const site = await containers.start(environment, ['start.mjs', 'site'])
  expect(await site.run(containers.config.Healthcheck.Test.slice(1))).toBe(0)
  const ada = await personOf(productAt(address), 'ada@example.org')
  expect(await ada.read('/dashboard')).toContain('ada@example.org')
  const idle = [residentOf(site), residentOf(identity)]
  for (let n = 0; n < visitors; n += 10) {
    await Promise.all(Array.from({ length: 10 }, () => get(`${address.origin}/${paper}`)))
    await Promise.all(Array.from({ length: 10 }, () => get(`${address.identity}/widget.js`)))
  }
  const later = [residentOf(site), residentOf(identity)]
  console.log(`Site: ${idle[0]} MB idle, ${later[0]} MB later. Provider: ${idle[1]} MB idle, ${later[1]} MB later.`)
  expect(await Promise.all([site.stop(), identity.stop()])).toEqual([0, 0])
})
