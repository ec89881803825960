export { Found, searchMessages } from './Found.tsx'
export { HeaderSearch } from './HeaderSearch.tsx'
export { SearchBox } from './SearchBox.tsx'
