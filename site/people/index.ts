export { createPeople, type People, type Person } from './person.ts'
export { visitorKey } from './visitor-cookie.ts'
