import { expect, test } from 'vitest'
import { readSource, sourceFiles } from './source-files.ts'

const mostLines = 310

/** Files that may be longer, each with the reason. Tests may too: one holds every case of a call, to be read beside each other. */
const longer: Readonly<Record<string, string>> = {
  'identity/conformance/testing/describe-client.ts': 'a test: the same conversation, had with each client',
  'identity/operate/user-import/testing/exported-files.ts': 'data: a file of each kind of export',
  'server-kit/settings/variables.ts': 'the settings of both servers, each with its check: one list',
  'site/testing/samples/sample-models.ts': 'data: a model of every page',
  'widget/client/types.ts': 'what the headless client publishes, for editors and readers: one list',
}

test('source files are at most about 300 lines unless exempted with a reason', () => {
  expect(sourceFiles.length).toBeGreaterThan(1_500)
  const tooLong = sourceFiles.filter(
    file => !/\.test\.tsx?$/.test(file) && readSource(file).split('\n').length - 1 > mostLines,
  )
  // One that has become short needs its reason no more.
  expect(tooLong.sort()).toEqual(Object.keys(longer).sort())
})
