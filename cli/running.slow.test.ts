import { type ExecFileException, execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Installed, packAndInstall } from '../scripts/pack-and-install.ts'
import { type RunningSite, runSite } from '../site/testing/index.ts'

// The installed package, and the action as a runner starts it, against a site with its starter corpus.

const folder = mkdtempSync(join(tmpdir(), 'corroborate-cli-'))
let site: RunningSite
let installed: Installed

beforeAll(async () => {
  site = await runSite(join(folder, 'data'))
  installed = await packAndInstall('cli', folder)
  writeFileSync(join(installed.folder, 'paper.bib'), bibliography)
})
afterAll(async () => {
  await site?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const bibliography = `@article{wakefield1998,
  title = {Ileal-lymphoid-nodular hyperplasia, non-specific colitis, and pervasive developmental disorder in children},
  doi = {10.1016/S0140-6736(97)11096-0}
}

@article{other2020,
  title = {A paper that nobody ever wrote about anything},
  year = {2020}
}
`
const retracted = '10.1016/s0140-6736(97)11096-0'

type Ran = { code: number; out: string; err: string }

const ran = (program: readonly string[], cwd: string, env?: Record<string, string>): Promise<Ran> =>
  new Promise(resolve => {
    const [file = '', ...options] = program
    const done = (error: ExecFileException | null, out: string, err: string) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err })
    execFile(file, options, { cwd, encoding: 'utf8', ...(env !== undefined && { env }) }, done)
  })

const checked = (...options: string[]): Promise<Ran> =>
  ran(
    [
      process.execPath,
      join('node_modules', '.bin', 'corroborate'),
      'check',
      'paper.bib',
      '--site',
      site.origin,
      ...options,
    ],
    installed.folder,
  )

describe('installed command', () => {
  test('the package contains only JavaScript, its README and its license', () => {
    expect(installed.files.filter(file => !/^dist\/(?:formats\/)?[a-z-]+\.js$/.test(file))).toEqual([
      'LICENSE',
      'README.md',
      'package.json',
    ])
    expect(installed.files).toContain('dist/corroborate.js')
    expect(installed.files.filter(file => /test|action/.test(file))).toEqual([])
  })

  test('retracted references are printed and fail the command', async () => {
    const { code, out, err } = await checked()
    expect([code, err]).toEqual([1, ''])
    expect(out).toMatch(/^paper\.bib:1: Retracted on .*\(wakefield1998, 10\.1016\/s0140-6736\(97\)11096-0\)\n/)
    expect(out).toMatch(/\n2 references: 1 failed, 1 not found\.\n$/)
    const page = out.split('\n')[1]?.trim() ?? ''
    expect((await fetch(page)).status).toBe(200)
  })

  test('the command writes SARIF and JSON', async () => {
    const [sarif, json] = await Promise.all([checked('--format', 'sarif'), checked('--format', 'json')])
    expect(JSON.parse(sarif.out).runs[0].results).toMatchObject([
      {
        ruleId: 'retracted',
        locations: [{ physicalLocation: { artifactLocation: { uri: 'paper.bib' }, region: { startLine: 1 } } }],
      },
    ])
    expect(JSON.parse(json.out).files[0].references).toMatchObject([
      { doi: retracted, found_by: 'doi', verdict: 'fail', status: { key: 'retracted' } },
      { doi: null, verdict: 'pass', status: { key: 'not-found' } },
    ])
  })

  test('references in the baseline do not fail the command', async () => {
    expect((await checked('--baseline', 'known.json', '--update-baseline')).code).toBe(0)
    expect(JSON.parse(readFileSync(join(installed.folder, 'known.json'), 'utf8')).accepted).toMatchObject([
      { doi: retracted, status: 'retracted' },
    ])
    expect(await checked('--baseline', 'known.json')).toMatchObject({ code: 0 })
  })

  test('the command reports errors in a bibliography', async () => {
    writeFileSync(join(installed.folder, 'empty.json'), '{')
    const { code, err } = await ran(
      [process.execPath, join('node_modules', '.bin', 'corroborate'), 'check', 'empty.json', '--site', site.origin],
      installed.folder,
    )
    expect(code).toBe(2)
    expect(err).toMatch(/^corroborate: empty\.json cannot be checked: .+\n$/)
  })
})

describe('GitHub action', () => {
  /** As a runner does it: the file that `action.yml` names, in the repository that is checked, with the inputs in the environment. */
  const annotated = async (inputs: Record<string, string>): Promise<Ran> => {
    const root = join(import.meta.dirname, '..')
    const [, main = ''] = /^ {2}main: (\S+)$/m.exec(readFileSync(join(root, 'action.yml'), 'utf8')) ?? []
    const repository = mkdtempSync(join(folder, 'repository-'))
    for (const place of ['chapters/one', 'node_modules/some-package']) {
      mkdirSync(join(repository, place), { recursive: true })
      writeFileSync(join(repository, place, 'references.bib'), `\n\n${bibliography}`)
    }
    return ran([process.execPath, join(root, main)], repository, inputs)
  }

  test('the action annotates the line of a retracted reference and fails', async () => {
    const { code, out, err } = await annotated({ INPUT_SITE: site.origin, INPUT_FILES: '**/*.bib' })
    expect([code, err]).toEqual([1, ''])
    expect(out.split('\n')).toEqual([
      expect.stringMatching(/^::error file=chapters\/one\/references\.bib,line=3,title=Retracted::Retracted on /),
      '2 references: 1 failed, 1 not found.',
      '',
    ])
  })

  test('the action passes when fail-on is none', async () => {
    const inputs = { INPUT_SITE: site.origin, INPUT_FILES: '**/*.bib', 'INPUT_FAIL-ON': 'none' }
    expect(await annotated(inputs)).toMatchObject({ code: 0, out: expect.stringMatching(/^::warning file=/) })
  })

  test('the action fails when there is nothing to check', async () => {
    const { code, err } = await annotated({ INPUT_SITE: site.origin, INPUT_FILES: '**/*.ris' })
    expect([code, err]).toEqual([2, 'corroborate: No file matches **/*.ris. Correct files in the workflow.\n'])
  })
})
