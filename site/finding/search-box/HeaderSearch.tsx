import { Island } from '../../kit/browser/index.tsx'
import { SearchBox } from './SearchBox.tsx'

const invitation = 'Search papers or paste a DOI'

/** The field to search, in the header of every page. A form that works by itself. */
export const HeaderSearch = () => (
  <search>
    <form className="header-search" action="/search">
      <Island name="search" of={SearchBox} props={{ label: invitation, placeholder: invitation, keeper: 'history' }} />
      <button type="submit" className="quiet">
        Search
      </button>
    </form>
  </search>
)
