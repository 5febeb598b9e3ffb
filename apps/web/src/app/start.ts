import '@fontsource-variable/figtree/wght.css'
import '../shared/ui/css/base.css'
import '../shared/ui/css/tokens.css'
import { askWhatComesFirst } from './ask-ahead.ts'

void askWhatComesFirst()
void import('./main.tsx')
