import { renderToStaticMarkup } from 'react-dom/server'
import { formatTime } from '../../../platform/times/format-time.ts'
import type { Block, Cell, Facts, Link, Page, Reader, Said, Tab, Table } from '../page.ts'
import { ActForm, FieldRow } from './ActForm.tsx'

const Blocks = ({ blocks }: { blocks: readonly Block[] }) => (
  <>
    {blocks.map((block, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: nothing is ever moved, pages are rendered once
      <BlockView key={index} block={block} />
    ))}
  </>
)

const BlockView = ({ block }: { block: Block }) => {
  switch (block.kind) {
    case 'facts':
      return <FactList facts={block} />
    case 'table':
      return <DataTable table={block} />
    case 'form':
      return <ActForm form={block} />
    case 'search':
      return <Search search={block} />
    case 'note':
      return (
        <p className={`note ${block.tone ?? 'plain'}`}>
          {block.text}
          {block.link !== undefined && (
            <>
              {' '}
              <a href={block.link.href}>{block.link.label}</a>
            </>
          )}
        </p>
      )
    case 'heading':
      return (
        <div className="heading" id={block.id}>
          <h2>{block.text}</h2>
          {block.note !== undefined && <p className="soft">{block.note}</p>}
        </div>
      )
    case 'text':
      return (
        <section aria-label={block.label}>
          <pre className="text">{block.text}</pre>
        </section>
      )
    case 'mail':
      return <iframe className="mail" title={block.title} src={block.src} sandbox="" />
    case 'picture':
      return <img className="picture" src={block.src} alt={block.alt} width="196" height="196" />
    case 'choices':
      return (
        <nav className="choices" aria-label={block.label}>
          <ul>
            {block.links.map(({ label, href, isCurrent }) => (
              <li key={href}>
                <a href={href} aria-current={isCurrent ? 'true' : undefined}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )
    case 'passkey':
      return (
        <form
          className="act needs-script"
          method="post"
          action={block.action}
          data-ceremony={block.ceremony}
          data-options={block.options}
        >
          <input type="hidden" name="credential" value="" />
          <button type="submit">{block.label}</button>
          <p className="wrong" role="alert" hidden />
        </form>
      )
  }
}

const FactList = ({ facts }: { facts: Facts }) => (
  <dl className="facts">
    {facts.rows.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          <CellView cell={value} />
        </dd>
      </div>
    ))}
  </dl>
)

const DataTable = ({ table }: { table: Table }) => {
  const { caption, columns, rows, empty, next } = table
  if (rows.length === 0) return <p className="empty">{empty}</p>
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by keyboard */}
      <section className="table" aria-label={caption} tabIndex={0}>
        <table>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column, at) => {
                const key = `${at} ${column}`
                return column === '' ? (
                  <td key={key} />
                ) : (
                  <th key={key} scope="col">
                    {column}
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
              <tr key={index}>
                {row.map((cell, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
                  <td key={at} data-label={columns[at]}>
                    <CellView cell={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {next != null && (
        <p className="next">
          <a className="button" href={next.href} rel="next">
            {next.label}
          </a>
        </p>
      )}
    </>
  )
}

const CellView = ({ cell }: { cell: Cell }) => {
  if (typeof cell === 'string') return cell
  if ('link' in cell) return <a href={cell.link.href}>{cell.link.label}</a>
  if ('time' in cell) return <Time at={cell.time} />
  if ('badge' in cell) return <span className={`badge ${cell.tone}`}>{cell.badge}</span>
  if ('code' in cell) return <code>{cell.code}</code>
  if ('form' in cell) return <ActForm form={cell.form} />
  if ('lines' in cell) {
    return (
      <ul>
        {cell.lines.map(line => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    )
  }
  return (
    <>
      {cell.all.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
        <span className="part" key={index}>
          <CellView cell={each} />{' '}
        </span>
      ))}
    </>
  )
}

/** In UTC, and saying so: several administrators read the same log in several places. */
const Time = ({ at }: { at: number }) => <time dateTime={new Date(at).toISOString()}>{formatTime(at)}</time>

const Search = ({ search }: { search: Extract<Block, { kind: 'search' }> }) => {
  const { label, name, value, action, more = [], note } = search
  return (
    // biome-ignore lint/a11y/useSemanticElements: forms that only read are searches
    <form className="search" role="search" method="get" action={action}>
      <div className="line">
        <FieldRow field={{ name, label, type: 'text', value }} />
        {more.map(field => (
          <FieldRow key={field.name} field={field} />
        ))}
        <button type="submit">Show</button>
      </div>
      {note !== undefined && <p className="soft">{note}</p>}
    </form>
  )
}

/** Layout of every console page: head, breadcrumbs and content. */
const ConsolePage = ({ page }: { page: Page }) => {
  const { title, intro, trail = [], tabs = [], reader, said, blocks } = page
  return (
    <>
      <a className="skip" href="#main">
        Skip to the page
      </a>
      <Head reader={reader} />
      <main id="main" className={reader === null ? 'narrow' : undefined}>
        {trail.length > 0 && <Trail links={trail} />}
        <h1>{title}</h1>
        {intro !== undefined && <p className="intro">{intro}</p>}
        {tabs.length > 0 && <Tabs tabs={tabs} label="Parts of the project" className="tabs" />}
        {said != null && <SaidLine said={said} />}
        <Blocks blocks={blocks} />
      </main>
    </>
  )
}

const Head = ({ reader }: { reader: Reader | null }) => (
  <header className="head">
    <a className="mark" href="/console">
      Identity console
    </a>
    {reader !== null && (
      <>
        <Tabs tabs={reader.nav} label="Console" className="nav" />
        <p className="reader">
          <a href="/console/me">{reader.email}</a>
          <span className="role">{reader.role}</span>
        </p>
        <form method="post" action="/console/sign-out">
          <button type="submit">Sign out</button>
        </form>
      </>
    )}
  </header>
)

const Tabs = ({ tabs, label, className }: { tabs: readonly Tab[]; label: string; className: string }) => (
  <nav className={className} aria-label={label}>
    <ul>
      {tabs.map(({ label, href, isCurrent }) => (
        <li key={href}>
          <a href={href} aria-current={isCurrent ? 'page' : undefined}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

const Trail = ({ links }: { links: readonly Link[] }) => (
  <nav className="trail" aria-label="You are here">
    {links.map(({ label, href }) => (
      <span key={href}>
        <a href={href}>{label}</a> <span aria-hidden="true">›</span>{' '}
      </span>
    ))}
  </nav>
)

const SaidLine = ({ said: { tone, text } }: { said: Said }) => (
  <div className={`said ${tone}`} role={tone === 'wrong' ? 'alert' : 'status'}>
    <p>{text}</p>
  </div>
)

/** The markup of a page, for the body of its document. The bundle of this file is all the React that the console has. */
export const render = (page: Page): string => renderToStaticMarkup(<ConsolePage page={page} />)
