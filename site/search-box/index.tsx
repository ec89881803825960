export { Found } from './Found.tsx'
export { messages } from './messages.ts'
export { SearchBox } from './SearchBox.tsx'
