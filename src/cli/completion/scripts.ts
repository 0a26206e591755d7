/**
 * The function that each shell calls at Tab. It holds no words: it asks the program, which is quick at this, so that
 * it never has to be renewed.
 */

import type { Shell } from '#cli/completion/format-words'

const bash = `# swapline completion for bash: source <(swapline completion bash)
_swapline() {
  local program="\${1/#\\~/$HOME}" current="\${COMP_WORDS[COMP_CWORD]}" line
  [[ $current == = ]] && current=
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :file | :folder)
        compopt -o filenames 2>/dev/null
        local kind=-f
        [[ $line == :folder ]] && kind=-d
        while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen $kind -- "$current")
        ;;
      *) COMPREPLY+=("$line") ;;
    esac
  done < <("$program" __complete bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _swapline swapline
`

const zsh = `#compdef swapline
# swapline completion for zsh: source <(swapline completion zsh), after compinit
_swapline() {
  local line word paths
  local -a described
  while IFS= read -r line; do
    case $line in
      :file | :folder) paths=$line ;;
      *)
        word=\${line%%$'\\t'*}
        if [[ $line == *$'\\t'* ]]; then
          described+=("\${word//:/\\\\:}:\${line#*$'\\t'}")
        else
          described+=("\${word//:/\\\\:}")
        fi
        ;;
    esac
  done < <("\${(Q)\${~words[1]}}" __complete zsh -- "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null)
  (( \${#described} )) && _describe -V swapline described -M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}'
  case $paths in
    :file) _files ;;
    :folder) _files -/ ;;
  esac
}
if [ "$funcstack[1]" = "_swapline" ]; then
  _swapline "$@"
else
  compdef _swapline swapline
fi
`

const fish = `# swapline completion for fish: swapline completion fish | source
function __swapline_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in ($words[1] __complete fish -- $words[2..-1] 2>/dev/null)
        switch $line
            case ':file'
                __fish_complete_path (commandline -ct)
            case ':folder'
                __fish_complete_directories (commandline -ct)
            case '*'
                printf '%s\\n' $line
        end
    end
end
complete -c swapline -e
complete -c swapline -f -k -a '(__swapline_complete)'
`

export const completionScripts: Readonly<Record<Shell, string>> = { bash, zsh, fish }
