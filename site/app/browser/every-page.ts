import '../../kit/browser/styles/index.css'
import { startSignIn } from '../../accounts/sign-in/browser/index.ts'
import { wakeSearch } from '../../finding/search-box/browser/index.ts'
import { afterYours, settleTransitions } from '../../kit/browser/index.ts'

// What every page loads. It is small: the rest comes when it is needed, and a page's islands come by themselves.
afterYours(() => {
  startSignIn()
  settleTransitions()
  wakeSearch()
})
