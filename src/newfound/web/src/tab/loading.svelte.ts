// How far the worker has come: from 0 to 1, when it answers; below 0 where it will not.
class Loading {
  done = $state(0);
}
export const loading = new Loading();
