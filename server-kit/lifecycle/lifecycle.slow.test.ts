import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { describe, expect, onTestFinished, test } from 'vitest'

const kit = (folder: string) => JSON.stringify(new URL(`../${folder}/index.ts`, import.meta.url).href)

/** Starts a process with two servers; `/slow` answers when the process gets SIGUSR2, `/never` never does. */
const start = async (
  inside = '',
  { underNpm = false } = {},
): Promise<{ child: ChildProcess; output: () => string; ports: () => number[]; exit: Promise<number | null> }> => {
  const script = join(mkdtempSync(join(tmpdir(), 'corroborate-life-')), 'servers.ts')
  writeFileSync(
    script,
    `import { runProcess } from ${kit('lifecycle')}
     import { createLogger } from ${kit('logging')}
     import { healthRoutes, createMetrics } from ${kit('health')}
     import { createHttp } from ${kit('http')}
     import { OperatorError } from ${kit('operator-error')}
     await runProcess(async life => {
       const logger = createLogger('info')
       life.useLogger(logger)
       life.onClose('first', async () => { console.log('closed first') })
       life.onClose('second', async () => { console.log('closed second') })
       ${inside}
       for (const name of ['site', 'identity']) {
         const app = createHttp({ origin: 'http://localhost', logger })
         app.route('/', healthRoutes({ origin: 'http://localhost', checks: {}, metrics: createMetrics(), isDraining: life.isDraining }))
         app.get('/slow', async c => {
           console.log('asked')
           await new Promise(resolve => process.once('SIGUSR2', resolve))
           return c.text(life.isDraining() ? 'slow' : 'too early')
         })
         app.get('/never', () => { console.log('asked'); return new Promise(() => {}) })
         app.get('/reject', c => { Promise.reject(new Error('nobody caught me')); return c.text('ok') })
         const { port } = await life.listen({ name, app, port: 0, host: '127.0.0.1' })
         console.log('port ' + port)
       }
       console.log('started')
     })`,
  )
  // npm runs a script in a shell, which here has more work to do and therefore doesn't exec Node.
  const child = underNpm
    ? spawn('sh', ['-c', `"${process.execPath}" "${script}"; true`], { env: { npm_lifecycle_event: 'start' } })
    : spawn(process.execPath, [script])
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  const { promise: ready, resolve } = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', data => {
      output += data
      if (output.includes('started')) resolve()
    })
  }
  const exit = new Promise<number | null>(ended => {
    child.on('close', code => {
      resolve()
      ended(code)
    })
  })
  await ready
  return {
    child,
    output: () => output,
    ports: () => [...output.matchAll(/^port (\d+)$/gm)].map(match => Number(match[1])),
    exit,
  }
}

/** Counts the requests that a process reports as started. */
const asked = (output: string): number => output.split('asked').length - 1

/** Waits until a server takes no more connections. */
const refusing = (port: number | undefined) =>
  expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${port}/health/live`).then(
          () => 'takes',
          () => 'refuses',
        ),
      { timeout: 10_000 },
    )
    .toBe('refuses')

describe('SIGTERM', () => {
  test('SIGTERM finishes requests in flight on every server, closes in reverse order, exits 0', async () => {
    const { child, output, ports, exit } = await start()
    const slow = ports().map(port => fetch(`http://127.0.0.1:${port}/slow`).then(answer => answer.text()))
    await expect.poll(() => asked(output())).toBe(2)
    child.kill('SIGTERM')
    for (const port of ports()) await refusing(port)
    child.kill('SIGUSR2')
    expect(await Promise.all(slow)).toEqual(['slow', 'slow'])
    expect(await exit).toBe(0)
    expect(output()).toMatch(/closed second\nclosed first/)
  })

  test('SIGTERM keeps serving during the shutdown notice so that proxies can react', async () => {
    const { child, ports, exit } = await start('life.noticeBeforeEnd(3_600_000)')
    const [port] = ports()
    const status = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status
    expect(await status('/health/serving')).toBe(200)
    child.kill('SIGTERM')
    await expect.poll(() => status('/health/serving')).toBe(503)
    expect(await status('/health/live')).toBe(200)
    child.kill('SIGTERM')
    expect(await exit).toBe(143)
  })

  test('a second SIGTERM exits immediately', async () => {
    const { child, output, ports, exit } = await start()
    const never = fetch(`http://127.0.0.1:${ports()[0]}/never`).catch(() => 'cut')
    await expect.poll(() => asked(output())).toBe(1)
    child.kill('SIGTERM')
    await refusing(ports()[0])
    child.kill('SIGTERM')
    expect(await exit).toBe(143)
    expect(await never).toBe('cut')
  })
})

test('an uncaught error is logged and shuts down in order with exit code 1', async () => {
  const { output, ports, exit } = await start()
  await fetch(`http://127.0.0.1:${ports()[0]}/reject`)
  expect(await exit).toBe(1)
  expect(output()).toMatch(/nobody caught me/)
  expect(output()).toMatch(/closed second\nclosed first/)
})

test('a failing closer does not keep the others from closing', async () => {
  const { child, output, exit } = await start(`life.onClose('third', () => { throw new Error('no') })`)
  child.kill('SIGTERM')
  expect(await exit).toBe(1)
  expect(output()).toMatch(/closing the third failed[\s\S]*closed second\nclosed first/)
})

test('an operator error prints a message and exits with 1', async () => {
  const { output, exit } = await start(`throw new OperatorError('Do this instead.')`)
  expect(await exit).toBe(1)
  expect(output()).toBe('Do this instead.\nclosed second\nclosed first\n')
})

test('a port in use prints a message naming the setting and exits with 1', async () => {
  const taken = createServer()
  const port = await new Promise<number>(resolve => {
    taken.listen(0, '127.0.0.1', () => {
      const address = taken.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  onTestFinished(() => void taken.close())
  const { output, exit } = await start(
    `await life.listen({ name: 'site', app: createHttp({ origin: 'http://localhost', logger }), port: ${port}, portVariable: 'PORT', host: '127.0.0.1' })`,
  )
  expect(await exit).toBe(1)
  expect(output()).toContain(
    `The site cannot listen on port ${port}, because another program does: stop that program, or set PORT to another one.`,
  )
  expect(output()).not.toMatch(/ at /)
})

test('under npm, whose shell dies without forwarding signals, shutdown is still orderly', async () => {
  const { child, output } = await start('', { underNpm: true })
  const allGone = once(child, 'close')
  child.kill('SIGTERM')
  await allGone
  expect(output()).toMatch(/closed second[\s\S]*closed first/)
})
