export { keepWish, takeWish, type Wish } from './wish.ts'
