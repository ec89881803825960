import { expect, test } from 'vitest'
import { readSource } from './source-files.ts'

/** Limits in the code, as its constants have them, and in the row of `docs/operations.md` that begins so. */
const limits: readonly [row: string, shown: string, file: string, code: string][] = [
  ['Request body', '64 kB', 'server-kit/http/refuse-request.ts', 'usualLargestBody = 64_000'],
  ['Request body', '200 form fields', 'server-kit/http/request-body.ts', 'mostFields = 200'],
  ['Bibliography', '8 MB', 'site/open/reference-check/api-call.ts', 'largestBibliography = 8_000_000'],
  ['Bibliography', '5,000 references', 'site/open/reference-check/formats/said.ts', 'mostReferences = 5_000'],
  ['Bibliography', '12 MB unpacked', 'site/open/reference-check/formats/office.ts', 'mostUnpacked = 12_000_000'],
  ['`codecheck.yml`', '200,000 characters', 'site/readers/reports/codecheck.ts', 'longestCodecheck = 200_000'],
  ['Works import', '16 MiB plus', 'site/finding/works-import/read-bytes.ts', 'alwaysUnpacked = 16 * 1024 * 1024'],
  ['Works import', '200 times', 'site/finding/works-import/read-bytes.ts', 'mostExpansion = 200'],
  ['Works import', '16 MiB per line', 'site/finding/works-import/line-blocks.ts', 'longestLine = 16 * 1024 * 1024'],
  ['Event CSV', '128 Ki characters', 'site/paper/event-files/read-csv.ts', 'longestRecord = 128 * 1024'],
  ['Event CSV', '256 columns', 'site/paper/event-files/read-csv.ts', 'mostColumns = 256'],
  ['Event CSV', '2,000 broken', 'site/paper/event-files/read-csv.ts', 'mostBroken = 2_000'],
  ['User import', '1 MB per entry', 'identity/operate/user-import/read-rows.ts', 'longestEntry = 1_000_000'],
  ['User import', '32 MB between', 'identity/operate/user-import/read-rows.ts', 'longestBetween = 32_000_000'],
  ['User import', '1,000 columns', 'identity/operate/user-import/read-rows.ts', 'mostColumns = 1_000'],
  ['User import', '1,000 levels', 'identity/operate/user-import/read-rows.ts', 'deepest = 1_000'],
  ['User import', '2,000 unreadable', 'identity/operate/user-import/read-rows.ts', 'mostUnreadable = 2_000'],
  ['Audit export', '1 MB per line', 'identity/operate/commands/audit-commands.ts', 'longestLine = 1_000_000'],
  ['Public data export', '64 MB per line', 'site/open/dump/restore-dump.ts', 'longestLine = 64_000_000'],
  ['Response of a data source', '16 MB', 'site/paper/sources/ask.ts', 'largestAnswer = 16_000_000'],
  ['Response of another service', '5 MB', 'site/kit/outside/outside-service.ts', 'largestBody = 5 * megabyte'],
  ['Response of the breached', '500 kB', 'identity/factors/passwords/breaches/breaches.ts', 'largestAnswer = 500_000'],
  [
    'Response of an Ethereum',
    '128 KiB',
    'identity/factors/wallets/ethereum/contract-wallets.ts',
    'largestAnswer = 128 * 1_024',
  ],
  ['Response of Twilio', '100 kB', 'identity/delivery/transports/twilio.ts', 'largestAnswer = 100_000'],
]

test.each(limits)('the operations guide has the limit of the code: %s, %s', (row, shown, file, code) => {
  expect(readSource(file)).toMatch(new RegExp(`\\b${code.replaceAll('*', '\\*')}(?![\\d_ ]*[*\\d])`))
  const lines = readSource('docs/operations.md').split('\n')
  expect(lines.find(line => line.startsWith(`| ${row}`))).toContain(shown)
})
