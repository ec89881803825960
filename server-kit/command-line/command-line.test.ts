import { describe, expect, test } from 'vitest'
import { OperatorError } from '../operator-error/index.ts'
import { type Given, type Program, runCommandLine, UsageError } from './index.ts'

const given: Given[] = []
const run = async (taken: Given): Promise<number> => {
  given.push(taken)
  return 0
}

const shop: Program = {
  name: 'npm run shop --',
  about: 'Keeps a shop.',
  sharedFlags: { json: { argument: '', help: 'Prints JSON' } },
  more: 'Bring your own bag.',
  commands: [
    {
      usage: 'shelf fill <SHELF> [GOODS...]',
      summary: 'Fills a shelf',
      more: 'Shelves are numbered.',
      flags: {
        from: { argument: 'PLACE', help: 'Where the goods are (repeatable)' },
        quickly: { argument: '', help: 'Does not count them' },
      },
      run,
    },
    {
      usage: 'close [WHY]',
      summary: 'Closes the shop',
      run: async ({ operands: [why] }) => {
        if (why === 'fire') throw new UsageError('A fire is not closed with this.')
        if (why === 'holiday') throw new OperatorError('There is no holiday today.')
        if (why === 'bug') throw new TypeError('no such method')
        if (why === 'folder')
          throw Object.assign(new Error('EACCES: permission denied'), {
            code: 'EACCES',
            syscall: 'mkdir',
            path: '/public',
          })
        return 3
      },
    },
  ],
}

const shopOf = async (line: string, program = shop) => {
  const printed = { out: '', err: '' }
  const args = line.split(' ').filter(Boolean)
  const code = await runCommandLine(
    program,
    args.map(word => word.replaceAll('␣', ' ')),
    {
      out: text => {
        printed.out += text
      },
      err: text => {
        printed.err += text
      },
    },
  )
  return { code, ...printed }
}

describe('command', () => {
  test.each([
    ['shelf fill 1', { operands: ['1'], flags: {} }],
    ['shelf fill 1 tea salt', { operands: ['1', 'tea', 'salt'], flags: {} }],
    [
      'shelf fill --from cellar 1 --quickly --from -',
      { operands: ['1'], flags: { from: ['cellar', '-'], quickly: ['on'] } },
    ],
    ['--json shelf fill 1', { operands: ['1'], flags: { json: ['on'] } }],
    ['shelf --json fill 1', { operands: ['1'], flags: { json: ['on'] } }],
    ['shelf fill 1 -- --json', { operands: ['1', '--json'], flags: {} }],
  ])('a command gets its operands and flags (%s)', async (line, expected) => {
    given.length = 0
    await shopOf(line)
    expect(given).toEqual([expected])
  })

  test('a command chooses the exit code', async () => {
    expect(await shopOf('close')).toEqual({ code: 3, out: '', err: '' })
  })

  test('an operator error is printed without a stack trace', async () => {
    expect(await shopOf('close holiday')).toEqual({ code: 1, out: '', err: 'There is no holiday today.\n' })
  })

  test('that may not use a file ends with a sentence that names the file and the user', async () => {
    const { code, err } = await shopOf('close folder')
    expect(code).toBe(1)
    expect(err).toMatch(
      /^\/public cannot be created: the user \S+ may not: change the permissions or name another place\.\n$/,
    )
  })

  test('an unexpected error is printed with its location', async () => {
    const { code, err } = await shopOf('close bug')
    expect([code, err]).toEqual([1, expect.stringMatching(/^TypeError: no such method\n +at /)])
  })
})

describe('invalid command line', () => {
  test.each([
    ['shelv', "Unknown command 'shelv'. Did you mean shelf?"],
    ['shelf empty', "Unknown command 'empty'."],
    ['shelf fill', "Missing required argument 'SHELF'."],
    ['shelf fill ␣', "Command-argument value ' ' is invalid for argument 'SHELF'. It is empty."],
    ['shelf fill 1 --quikly', "Unknown option '--quikly'. Did you mean --quickly?"],
    ['shelf fill 1 --from', "Option '--from <PLACE>' argument missing."],
    ['shelf fill 1 --from --quickly', 'A value cannot begin with "--".'],
    ['close now please', 'Expected 1 argument but got 2: now, please.'],
    ['close fire', 'A fire is not closed with this.'],
  ])('an invalid command line is rejected with a message (%s)', async (line, sentence) => {
    given.length = 0
    const { code, out, err } = await shopOf(line)
    expect([code, out, given]).toEqual([2, '', []])
    expect(err).toContain(sentence)
    expect(err).not.toMatch(/^error/)
  })

  test('an error points to the help of its command or program', async () => {
    expect((await shopOf('shelf fill')).err).toContain('`npm run shop -- shelf fill --help` shows what it takes.')
    expect((await shopOf('close fire')).err).toContain('`npm run shop -- close --help` shows what it takes.')
    expect((await shopOf('open')).err).toContain('`npm run shop -- --help` lists the commands.')
  })

  test.each(['', 'shelf'])('an incomplete command lists its subcommands ("%s")', async line => {
    const { code, out, err } = await shopOf(line)
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(
      /shelf fill <SHELF> \[GOODS\.\.\.\] +Fills a shelf\.\n[\s\S]*\nName one of these commands\..*\n$/,
    )
  })
})

describe('command help', () => {
  test('the program’s help lists every command', async () => {
    const { code, out } = await shopOf('--help')
    expect([code, out]).toEqual([
      0,
      `Usage: npm run shop -- [options] [command]

Keeps a shop.

Options:
  --json                         Prints JSON.
  -h, --help                     Shows this.

Commands:
  shelf fill <SHELF> [GOODS...]  Fills a shelf.
  close [WHY]                    Closes the shop.

Bring your own bag.
`,
    ])
  })

  test.each(['shelf fill --help', 'shelf fill 1 --help', 'shelf help fill'])(
    'a command’s help lists its flags (%s)',
    async line => {
      const { code, out } = await shopOf(line)
      expect([code, out]).toEqual([
        0,
        `Usage: npm run shop -- shelf fill [options] <SHELF> [GOODS...]

Fills a shelf.

Options:
  --from <PLACE>  Where the goods are (repeatable).
  --quickly       Does not count them.
  -h, --help      Shows this.

Global Options:
  --json          Prints JSON.

Shelves are numbered.
`,
      ])
    },
  )

  test('a group’s help lists only its commands', async () => {
    const { out } = await shopOf('help shelf')
    expect(out).toContain('shelf fill')
    expect(out).not.toContain('close')
  })
})

test('a program may have a single command', async () => {
  const { commands: _, about: __, ...rest } = shop
  const only: Program = {
    ...rest,
    commands: [{ usage: '<FILE...>', summary: 'Reads files', run }],
  }
  given.length = 0
  expect((await shopOf('a b', only)).code).toBe(0)
  expect(given).toEqual([{ operands: ['a', 'b'], flags: {} }])
  expect((await shopOf('', only)).err).toContain("Missing required argument 'FILE'.")
  const { out } = await shopOf('--help', only)
  expect(out).toContain('Usage: npm run shop -- [options] <FILE...>\n\nReads files.\n')
})
