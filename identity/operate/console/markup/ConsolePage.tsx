import type { Link, Page, Reader, Said, Tab } from '../page.ts'
import { Blocks } from './Blocks.tsx'

/** Layout of every console page: head, breadcrumbs and content. */
export const ConsolePage = ({ page }: { page: Page }) => {
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
