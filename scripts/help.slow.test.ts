import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

/** Programs of others print help of their own. */
const ofOthers = /^(?:vitest|biome|tsc|npm run) /
const ours = Object.entries(scripts).filter(([, command]) => !ofOthers.test(command))

test('every npm script is our own program or has its own help', () => {
  expect(ours.filter(([, command]) => !command.startsWith('node '))).toEqual([])
})

describe.each(ours)('npm run %s', (_, command) => {
  test.each(['--help', 'help'])('%s prints the usage, exits with 0 and does nothing else', word => {
    const dataDir = join(mkdtempSync(join(tmpdir(), 'help-')), 'data')
    const { status, stdout, stderr } = spawnSync(process.execPath, [...command.split(' ').slice(1), word], {
      cwd: root,
      encoding: 'utf8',
      // biome-ignore lint/style/noProcessEnv: what the command is started with, with a place of its own
      env: { ...process.env, DATA_DIR: dataDir },
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(/usage/i)
    expect(existsSync(dataDir)).toBe(false)
    expect(existsSync(join(root, 'help'))).toBe(false)
  })
})
