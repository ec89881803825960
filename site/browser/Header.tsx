import type { Reader } from '../page/index.ts'
import { HeaderLink } from './HeaderLink.tsx'

export const Header = ({ search, reader }: { search: boolean; reader: Reader }) => (
  <header className="site-header">
    <a className="mark" href="/">
      <svg className="mark-sign" viewBox="0 0 26 16" aria-hidden="true">
        <circle cx="8" cy="8" r="7" />
        <circle className="mark-ring" cx="18" cy="8" r="6" />
      </svg>
      Corroborate
    </a>
    {search && (
      <search>
        <form className="header-search" action="/search">
          <input
            type="search"
            name="q"
            aria-label="Search papers or paste a DOI"
            placeholder="Search papers or paste a DOI"
            maxLength={2000}
            autoComplete="off"
            spellCheck={false}
          />
          <button type="submit" className="quiet">
            Search
          </button>
        </form>
      </search>
    )}
    <HeaderLink signedIn={reader.signedIn} path={reader.path} />
  </header>
)
