import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('..', import.meta.url)

/** The one place of each product that formats dates for people, and code whose dates nobody reads in a page or a mail. */
const formatters = [
  'site/kit/times/date-in.ts',
  'identity/platform/times/format-time.ts',
  'widget/products/account/format-time.ts',
  // Script of the development mailbox, which is a string and imports nothing.
  'identity/delivery/mailbox/browser-script.ts',
  // The weekday in the name of a backup file.
  'server-kit/backup/cli.ts',
  'bench/measured-text.ts',
]

/** Ways to format a date; asking `Intl` for the time zone is none. */
const formatting =
  /toLocale(?:Date|Time)String|Intl\.DateTimeFormat(?!\(\)\.resolvedOptions)|RelativeTimeFormat|dateStyle|\.slice\(0, 1[69]\)\.replace\('T'/

const sources = globSync(
  '{bench,cli,embed,examples,identity,scripts,server-kit,site,widget,wire}/**/*.{ts,tsx,js,mjs}',
  {
    cwd: root,
    exclude: path => /(?:^|\/)(?:node_modules|dist|kept)(?:\/|$)|\.test\.tsx?$/.test(path),
  },
)

test('dates are formatted in one place of each product', () => {
  expect(sources.length).toBeGreaterThan(1_000)
  const formatted = sources.filter(file => formatting.test(readFileSync(new URL(file, root), 'utf8')))
  expect(formatted.toSorted()).toEqual(formatters.toSorted())
})
