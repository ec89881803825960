import { expect, test } from 'vitest'
import { plainMarkdown } from './pages.ts'

test.each([
  ['# Result\n\nIt **held** in _all_ cases.', 'Result. It held in all cases.'],
  [
    '## What we did:\n- ran `main.R`\n- read [the log](https://example.org/log)',
    'What we did: ran main.R read the log',
  ],
  ['> quoted\n\n---\n1. one\n2) two', 'quoted one two'],
  ['```r\nx <- 1\n```', 'x <- 1'],
  ['```python\nx = 1\n```\nuse ``` here', 'x = 1 use ``` here'],
  ['# Version 2.0 of it\nran', 'Version 2.0 of it. ran'],
  ['>quoted\n>> twice\na > b', 'quoted twice a > b'],
  ['  - indented\n10. ten\npre- and post-test', 'indented ten pre- and post-test'],
  ['one\n\n* * *\n***two***\nthree ---', 'one two three ---'],
  ['snake_case_name and 2 * 3 * 4 stay', 'snake_case_name and 2 * 3 * 4 stay'],
  ['#hashtag and C# stay', '#hashtag and C# stay'],
  ['', ''],
])('%j is shown as %j', (text, plain) => expect(plainMarkdown(text)).toBe(plain))
