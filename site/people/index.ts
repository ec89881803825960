export { cookieNamed } from './cookie-named.ts'
export { type Account, accountKey, createPeople, type People, type Person, type SessionState } from './person.ts'
export { visitorKey } from './visitor-cookie.ts'
