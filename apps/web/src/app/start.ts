import '@fontsource-variable/figtree/wght.css'
import '../shared/ui/css/base.css'
import '../shared/ui/css/tokens.css'
import { followAddress } from '../shared/api/environment.ts'
import { askWhatComesFirst } from './ask-ahead.ts'

followAddress(location.search)
void askWhatComesFirst()
void import('./main.tsx')
