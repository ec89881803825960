import { pages } from 'virtual:pages'
import { personal, side, story } from 'virtual:paper-sections'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { ImpersonationBanner } from '../accounts/impersonation/ImpersonationBanner.tsx'
import { ConfirmAddress, HeaderLink } from '../accounts/sign-in/index.tsx'
import { HeaderSearch } from '../finding/search-box/index.tsx'
import { Island, LayoutSlots } from '../kit/browser/index.tsx'
import { paths } from '../kit/doi/index.ts'
import type { Reader } from '../kit/page/reader.ts'
import { PaperSections } from '../paper/papers/index.tsx'

/** A page's markup for a reader, without the document around it. Entry of the server's bundle; called by `kit/http/render.ts`. */
export const renderPage = (name: string, model: object, reader: Reader): string => {
  const Page = pages[name]
  if (Page === undefined) throw new Error(`No page is named ${name}.`)
  return renderToString(
    <LayoutSlots value={slotsOf(reader)}>
      <PaperSections value={{ side, story, personal }}>
        <Page model={model} />
      </PaperSections>
    </LayoutSlots>,
  )
}

const slotsOf = (reader: Reader): LayoutSlots => ({
  reader,
  search: <HeaderSearch />,
  account: <Account reader={reader} />,
  notice: <Notices reader={reader} />,
})

/**
 * Renders the personal parts of a shared page by their placeholder: `account` and `notice` in the layout, and each section of a paper's
 * page by its name.
 */
export const renderYours = (sections: Readonly<Record<string, object>>, reader: Reader): Record<string, string> => {
  const parts: Record<string, ReactNode> = { account: <Account reader={reader} />, notice: <Notices reader={reader} /> }
  for (const [name, props] of Object.entries(sections)) {
    const [Side, Story] = [side[name], story[name]]
    if (Side !== undefined) parts[name] = <Island name={name} of={Side} props={props} isPersonal />
    if (Story !== undefined) parts[name] = <Story {...props} />
  }
  const slots = slotsOf(reader)
  const toText = (part: ReactNode) => renderToString(<LayoutSlots value={slots}>{part}</LayoutSlots>)
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, toText(part)]))
}

/** Login or logout link, and the queue link for moderators. */
const Account = ({ reader }: { reader: Reader }) => (
  <>
    {reader.moderates && (
      <a id="moderate-link" className="login-link to-queue" href={paths.moderate()}>
        Moderate
      </a>
    )}
    <HeaderLink {...reader} />
  </>
)

/** Notices above the page. */
const Notices = ({ reader }: { reader: Reader }) => (
  <>
    {reader.impersonator !== null && <ImpersonationBanner name={reader.name} impersonator={reader.impersonator} />}
    {reader.unconfirmed && <ConfirmAddress path={reader.path} />}
    {reader.notice !== null && (
      <p className="notice" role="status">
        {reader.notice}
      </p>
    )}
  </>
)
