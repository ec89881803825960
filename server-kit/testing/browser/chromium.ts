import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type Browser, chromium } from '@playwright/test'

/**
 * Paths on Debian and other systems. Prefers the headless shell: the same engine without windows, with about half the CPU time in our
 * tests, and Playwright's default.
 */
const systemBrowsers = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Nothing but the page under test: no first-run traffic, no sandbox (test machines run as root in containers). */
const quietArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const installed = (): string | undefined =>
  [chromium.executablePath(), ...systemBrowsers].find(path => existsSync(path))

const installFromDebian = (): void => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
  execFileSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: 'ignore' })
}

/** The path of a Chromium on this machine: Playwright's own, the system's, or one installed from Debian when we may. */
export const findChromium = (): string => {
  const found = installed()
  if (found !== undefined) return found
  installFromDebian()
  const afterwards = installed()
  if (afterwards !== undefined) return afterwards
  throw new Error('The browser tests need Chromium: "apt-get install chromium" or "npx playwright install chromium".')
}

/** Timeout of one page step, such as loading, in ms. Playwright's default of 30 s is too short for the largest pages on a busy machine. */
const patience = 120_000

/** A headless browser for one test file; close it in `afterAll`. `more` are arguments of Chromium's command line. */
export const openBrowser = async (more: readonly string[] = []): Promise<Browser> => {
  const browser = await chromium.launch({ executablePath: findChromium(), args: [...quietArguments, ...more] })
  return browser.on('context', context => context.setDefaultTimeout(patience))
}
