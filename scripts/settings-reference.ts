import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

const example = join(import.meta.dirname, '../.env.example')

type Block = { section: string; comment: string[]; names: string[] }

/** The blocks of `.env.example`: a comment, and the variables it is about. */
const blocks = (): Block[] => {
  const found: Block[] = []
  let section = 'General'
  let open: Block = { section, comment: [], names: [] }
  const close = () => {
    if (open.names.length > 0) found.push(open)
    open = { section, comment: [], names: [] }
  }
  for (const line of readFileSync(example, 'utf8').split('\n')) {
    const [, comment] = /^# ?(.*)$/.exec(line) ?? []
    const [, name] = /^([A-Z_]+)=/.exec(line) ?? []
    if (name !== undefined) open.names.push(name)
    if (comment === undefined) continue
    if (open.names.length > 0) close()
    const [, title] = /^--- (.*?)(?: ---)?$/.exec(comment) ?? []
    if (title !== undefined) {
      section = title
      open = { section, comment: [], names: [] }
    } else open.comment.push(comment)
  }
  close()
  return found
}

/** A link is shown as its host, except where it is the value of a setting. */
const withLinks = (text: string): string =>
  text.replaceAll(/(?<=^|\s)(https:\/\/\S+?)(?=[\s,]|\.?$)/g, address =>
    address.includes('example.org') ? `\`${address}\`` : `[${new URL(address).hostname}](${address})`,
  )

/** `docs/settings.md`: every setting, from `.env.example`, which a test compares with the schema. */
export const settingsReference = (): string => {
  const lines = [
    '# Settings',
    '',
    'Every environment variable of the two servers, made from [`.env.example`](../.env.example) by `node scripts/settings-reference.ts`. ' +
      'All are optional. Put them into `/etc/corroborate/settings` (systemd), `compose.yaml`, the ConfigMap (Kubernetes) or `.env`; ' +
      'variables of the environment win over `.env`. An empty value counts as not set.',
    '',
  ]
  let section = ''
  for (const block of blocks()) {
    if (block.section !== section) lines.push(`## ${block.section.split(/[.,] /)[0]}`, '')
    section = block.section
    const [names, text] = [block.names.map(name => `\`${name}\``).join(', '), withLinks(block.comment.join(' ').trim())]
    lines.push(`**${names}** ${section === 'General' ? text.slice(text.indexOf('development |')) : text}`.trim(), '')
  }
  return `${lines.join('\n').trimEnd()}\n`
}

if (process.argv[1] === import.meta.filename) process.stdout.write(settingsReference())
