@rem The npm scripts say "exec", so that a signal sent to npm reaches the server itself; Windows lacks the word.
@%*
