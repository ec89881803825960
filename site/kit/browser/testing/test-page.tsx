import { renderToString } from 'react-dom/server'
import { Island } from '../Island.tsx'
import { Broken, Counter, Shelf, Words } from './TestIslands.tsx'

/** The markup of a page with islands of many kinds. */
export const renderTestPage = (): string =>
  renderToString(
    <main>
      <Island name="first" of={Counter} props={{ name: 'First' }} />
      <Island name="broken" of={Broken} props={{}} />
      <Island name="words" of={Words} props={{}} />
      <Island name="shelf" of={Shelf} props={{}} />
      <Island name="last" of={Counter} props={{ name: 'Last' }} />
    </main>,
  )
