import '../../kit/browser/styles/index.css'
import { startSignIn } from '../../accounts/sign-in/browser/index.ts'
import { wakeSearch } from '../../finding/search-box/browser/index.ts'
import { afterYours, settleTransitions } from '../../kit/browser/index.ts'

// Script of every page. Kept small: everything else loads on demand, and islands load themselves.
afterYours(() => {
  startSignIn()
  settleTransitions()
  wakeSearch()
})
