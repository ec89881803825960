import './styles/index.css'
import { startSignIn } from '../sign-in/browser/index.ts'

// What every page loads. It is small: the rest comes when it is needed, and a page's islands come by themselves.
startSignIn()
