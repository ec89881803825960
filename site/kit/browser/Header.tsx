import { SearchBox } from '../../finding/search-box/index.tsx'
import { paths } from '../doi/index.ts'
import type { Reader } from '../page/index.ts'
import { HeaderLink } from './HeaderLink.tsx'
import { Island } from './Island.tsx'

const invitation = 'Search papers or paste a DOI'

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
          <Island
            name="search"
            of={SearchBox}
            props={{ label: invitation, placeholder: invitation, keeper: 'history' }}
          />
          <button type="submit" className="quiet">
            Search
          </button>
        </form>
      </search>
    )}
    {reader.moderates && (
      <a id="moderate-link" className="login-link to-queue" href={paths.moderate()}>
        Moderate
      </a>
    )}
    <HeaderLink {...reader} />
  </header>
)
