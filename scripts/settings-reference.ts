import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

const example = join(import.meta.dirname, '../.env.example')

type Block = { section: string; comment: string[]; names: string[] }

/** Blocks of `.env.example`: a comment, and the variables it describes. */
const blocks = (): Block[] => {
  const found: Block[] = []
  let section = 'General'
  /** True while a section's title continues on the next line. */
  let isTitle = false
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
      isTitle = !comment.endsWith(' ---')
    } else if (isTitle) isTitle = !comment.endsWith(' ---')
    else open.comment.push(comment)
  }
  close()
  return found
}

/** Turns URLs of documents into links labeled with their host, and URLs that are values into code. */
const withLinks = (text: string): string =>
  text.replaceAll(/(?<=^|\s)https?:\/\/[^\s,]*[^\s,.:]/g, address => {
    const url = URL.parse(address)
    const isDocument = address.startsWith('https:') && url !== null && url.pathname.length > 1
    const isPublic = url?.port === '' && url.username === '' && url.password === '' && url.hostname.includes('.')
    return isDocument && isPublic && !url.hostname.endsWith('example.org')
      ? `[${url.hostname}](${address})`
      : `\`${address}\``
  })

/** Contents of `docs/settings.md`: every setting in `.env.example`, which a test compares with the schema. */
export const settingsReference = (): string => {
  const lines = [
    '# Settings',
    '',
    'Environment variables of both servers. All are optional. Set them in `/etc/corroborate/settings` (systemd), `compose.yaml`, ' +
      'the ConfigMap (Kubernetes) or `.env`; environment variables take precedence over `.env`. An empty value counts as not set. ' +
      'Generated from [`.env.example`](../.env.example) by `node scripts/settings-reference.ts > docs/settings.md`.',
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
