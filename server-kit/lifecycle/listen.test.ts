import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createLifecycle } from './index.ts'

const app = { fetch: () => new Response('here') }

const listening = async (host: string | undefined): Promise<number> => {
  const life = createLifecycle()
  onTestFinished(async () => void (await life.end()))
  const { port } = await life.listen({ name: 'site', app, port: 0, host })
  return port
}

const own = Object.values(networkInterfaces()).flatMap(each => each ?? [])
const hasIpv6 = own.some(({ address }) => address === '::1')
const outward = own.find(({ internal, family }) => !internal && family === 'IPv4')?.address

const answers = async (host: string, port: number): Promise<string | null> =>
  fetch(`http://${host}:${port}/`).then(
    answer => answer.text(),
    () => null,
  )

describe('a server told to listen on localhost', () => {
  test('answers there, in both families', async () => {
    const port = await listening('localhost')
    expect(await answers('127.0.0.1', port)).toBe('here')
    expect(await answers('localhost', port)).toBe('here')
    if (hasIpv6) expect(await answers('[::1]', port)).toBe('here')
  })

  test.skipIf(outward === undefined)('does not answer at the address that others know this machine by', async () => {
    const port = await listening('localhost')
    expect(await answers(outward ?? '', port)).toBeNull()
    expect(await answers(outward ?? '', await listening(undefined))).toBe('here')
  })

  test.skipIf(!hasIpv6)(
    'does not share its port with another program on ::1, and lets go of what it has taken',
    async () => {
      const other = createServer().listen(0, '::1')
      onTestFinished(() => void other.close())
      await new Promise(resolve => other.once('listening', resolve))
      const address = other.address()
      const port = typeof address === 'object' ? (address?.port ?? 0) : 0
      const life = createLifecycle()
      onTestFinished(async () => void (await life.end()))
      await expect(life.listen({ name: 'site', app, port, host: 'localhost' })).rejects.toThrow('another program does')
      expect(await answers('127.0.0.1', port)).toBeNull()
    },
  )

  test('ends in both', async () => {
    const life = createLifecycle()
    const { port } = await life.listen({ name: 'site', app, port: 0, host: 'localhost' })
    expect(await life.end()).toBe(true)
    expect(await answers('localhost', port)).toBeNull()
  })
})
