// An earlier prototype of our own, kept only as a peer to beat.
// solver2 - gas- and leg-capped optimal router over two-token AMM pools, with an upper bound ("certificate").
//
// Model. Directed edge e = (a->b) = one direction of one pool = concave out-function f_e made of sqrt-price segments
// (W_k > W_{k+1}, L_k):  in-after-fee = L(1/w - 1/W), out = L(W - w).  A CP pool is one segment ending at w = 0.
// Token prices nu (in units of the out token, nu_t = 1).  arb_e(nu) = max_x nu_b f_e(x) - nu_a x, active iff nu_a/nu_b < spot_e.
// q_e = gas of the edge in out-token units,  c_e = arb_e - q_e.
//   dual of a support S :  g_S(nu) = D nu_s + sum_S arb_e        (min over nu = exact optimal output on S, S acyclic)
//   facts used for the search (each is an upper bound read off the current prices, so it can only reject, never lose, a move):
//     add e : gain <= c_e ;  drop e : gain <= -c_e ;  swap e out, f in : gain <= c_f - c_e
// Search: (A) small core of tokens by round-trip value, (B) exact label DP for the best single path, (C) grow the support by
// the largest c_e (edges, or 2-3 edge detours through new tokens), re-solve, drop, swap, eject, replace, then ruin-and-recreate; never
// more than `cap` edges.  Then `missing` prices out tokens outside the core and the search repeats with them.
// Certificate: (D) smoothed dual over the core, (E) prices extended to all tokens and every live pair scanned, flows limited to what D can
// become (arbUB); `classBound` + `diamond` for small trades (one path exactly / direct pools only / routes with two paths); U_K for the cap.
// Fields: local core arrays eG (global edge), eA/eB (local tokens; 0 = s, 1 = t), eQ (gas), eS (spot), bundles bO/bA/bB = pools of one pair.
const LEVELS = [0, 0.004, 0.04, 0.4];      // fixed cost (native units) used to rank pairs: bigger trades rank by depth
const NS = 96, MMAX = 32768; // most core tokens / core edges (a support may use at most 31 tokens: bit masks over its own tokens)

export class Router {
  constructor(set, opt = {}) {
    this.set = set; const T = this.T = set.tokens.length, P = set.pools.length, E = this.E = 2 * P, dec = set.tokens.map(t => t.decimals);
    this.maxTokens = opt.maxTokens ?? 22;
    let S = 0; for (const p of set.pools) S += p.type === 'cp' ? 4 : 2 * (p.ticks.length + 3);
    this.from = new Int32Array(E); this.to = new Int32Array(E); this.gamma = new Float64Array(E); this.gas = new Float64Array(E); this.spot = new Float64Array(E);
    this.off = new Int32Array(E + 1); for (const k of ['W', 'L', 'X', 'Y', 'S']) this[k] = new Float64Array(S);
    let o = 0; const sq = Math.log(1.0001) / 2;
    for (let i = 0; i < P; i++) {
      const p = set.pools[i], [a, b] = p.tokens, g = 1 - p.feePpm / 1e6;
      for (let d = 0; d < 2; d++) {
        const e = 2 * i + d; this.from[e] = d ? b : a; this.to[e] = d ? a : b; this.gamma[e] = g; this.gas[e] = p.gas; this.off[e] = o;
        if (p.type === 'cp') {
          const ra = +p.reserves[d] / 10 ** dec[d ? b : a], rb = +p.reserves[1 - d] / 10 ** dec[d ? a : b];
          this.W[o] = Math.sqrt(rb / ra); this.L[o++] = Math.sqrt(ra * rb); this.W[o] = 0; this.L[o++] = 0;
        } else {
          const k0 = 10 ** ((dec[a] - dec[b]) / 2), w0 = (+p.sqrtPriceX96 / 2 ** 96) * k0, ln = 10 ** ((dec[a] + dec[b]) / 2), tk = p.ticks;
          let L = +p.liquidity, j = 0; while (j < tk.length && tk[j][0] <= p.tick) j++;
          let w = d ? 1 / w0 : w0;
          const put = (k, sgn) => { const s = Math.exp(tk[k][0] * sq) * k0, wt = d ? 1 / s : s; this.W[o] = w; this.L[o] = Math.max(0, L / ln); if (wt < w) { o++; w = wt;
            } L += sgn * +tk[k][1]; };
          if (d === 0) for (let k = j - 1; k >= 0; k--) put(k, -1); else for (let k = j; k < tk.length; k++) put(k, 1);
          this.W[o] = w; this.L[o++] = 0;
        }
        let x = 0, y = 0; const o0 = this.off[e];
        for (let k = o0; k < o; k++) {
          this.X[k] = x; this.Y[k] = y; this.S[k] = this.W[k] > 0 ? y - this.W[k] ** 2 * x : y; // S: arb when the price stands at the segment start
          if (k + 1 < o && this.L[k] > 0) { x = this.W[k + 1] > 0 ? x + this.L[k] * (1 / this.W[k + 1] - 1 / this.W[k]) : Infinity; y += this.L[k] * (this.W[k] - this.W[k + 1]); }
        }
        this.spot[e] = g * this.W[o0] ** 2;
      }
    }
    this.off[E] = o; this.buildPairs(); this.block(set.gas, opt.gasPriceWei ?? +set.gas.gasPriceWei); this.alloc();
  }
  // ---- pair graph: one node per directed token pair, pools inside sorted by spot (best first) -------------------------------
  buildPairs() {
    const { T, E, from, to, spot } = this, ord = new Int32Array(E).map((_, i) => i);
    ord.sort((x, y) => from[x] - from[y] || to[x] - to[y] || spot[y] - spot[x]);
    const pF = [], pT = [], pO = []; this.pairOf = new Map();
    for (let i = 0; i < E; i++) { const e = ord[i]; if (!i || from[e] !== from[ord[i - 1]] || to[e] !== to[ord[i - 1]]) { this.pairOf.set(from[e] * T + to[e], pF.length); pF.push(from[e]);
      pT.push(to[e]); pO.push(i); } }
    const P = this.P = pF.length; pO.push(E); this.pF = Int32Array.from(pF); this.pT = Int32Array.from(pT); this.pO = Int32Array.from(pO); this.pe = ord;
    this.pSpot = new Float64Array(P); for (let p = 0; p < P; p++) this.pSpot[p] = spot[ord[pO[p]]];
    // peel tokens with one neighbour: they cannot lie inside an acyclic route (only at its ends)
    const deg = new Int32Array(T), parent = this.parent = new Int32Array(T).fill(-1), dead = this.peeled = new Uint8Array(T), adj = Array.from({ length: T }, () => []);
    for (let p = 0; p < P; p++) { deg[pF[p]]++; adj[pF[p]].push(pT[p]); }
    const st = []; for (let j = 0; j < T; j++) if (deg[j] <= 1) st.push(j);
    while (st.length) { const j = st.pop(); if (dead[j]) continue; dead[j] = 1; for (const k of adj[j]) if (!dead[k]) { parent[j] = k; if (--deg[k] === 1) st.push(k); } }
    const oh = this.oh = new Int32Array(T + 1), ih = this.ih = new Int32Array(T + 1), live = p => !dead[pF[p]] && !dead[pT[p]];
    for (let p = 0; p < P; p++) if (live(p)) { oh[pF[p] + 1]++; ih[pT[p] + 1]++; }
    for (let i = 0; i < T; i++) { oh[i + 1] += oh[i]; ih[i + 1] += ih[i]; }
    this.oi = new Int32Array(oh[T]); this.ii = new Int32Array(ih[T]); const a = oh.slice(), b = ih.slice();
    for (let p = 0; p < P; p++) if (live(p)) { this.oi[a[pF[p]]++] = p; this.ii[b[pT[p]]++] = p; }
  }
  // ---- per block: native price of every token, effective (fixed-cost-inclusive) spot of every pair at a few cost levels --------
  block(gas, gasPriceWei) {
    const { P, pF, pT, pO, pe, T } = this, gpN = this.gpN = gasPriceWei / 1e18, nat = this.nat = new Float64Array(T); nat[gas.nativeToken] = 1;
    for (let r = 0; r < 4; r++) { const nx = nat.slice(); for (let p = 0; p < P; p++) { const nb = nat[pT[p]]; if (!(nb > 0) || this.pSpot[p] * nb <= nx[pF[p]]) continue;
      for (let i = pO[p]; i < pO[p + 1]; i++) { const v = this.thr(pe[i], 0.004 / nb) * nb; if (v > nx[pF[p]]) nx[pF[p]] = v; } } nat.set(nx); nat[gas.nativeToken] = 1; }
    this.pEff = LEVELS.map(() => new Float64Array(P)); this.eEff = new Float64Array(this.E); this.pLo = new Float64Array(P); // pLo: effective price at 90% of the gas, a safe quick reject
    for (let p = 0; p < P; p++) { const nb = nat[pT[p]]; for (let i = pO[p]; i < pO[p + 1]; i++) { const e = pe[i];
      for (let l = 0; l < LEVELS.length; l++) { const v = nb > 0 ? this.thr(e, Math.max(LEVELS[l], l ? 0 : this.gas[e] * gpN) / nb) : this.spot[e]; if (!l) { this.eEff[e] = v;
      const z = nb > 0 ? this.thr(e, 0.9 * this.gas[e] * gpN / nb) : this.spot[e]; if (z > this.pLo[p]) this.pLo[p] = z; } if (v > this.pEff[l][p]) this.pEff[l][p] = v; } } }
  }
  alloc() {
    const { T } = this, F = n => new Float64Array(n), I = n => new Int32Array(n);
    this.pf = F(T); this.pb = F(T); this.tf = I(T); this.tb = I(T); this.fr = I(T); this.fr2 = I(T); this.inF = new Uint8Array(T); this.lidx = I(T).fill(-1); this.R = F(3);
    this.lt = I(NS); this.eG = I(MMAX); this.eA = I(MMAX); this.eB = I(MMAX); this.eQ = F(MMAX); this.eS = F(MMAX); this.ex = F(MMAX); this.ey = F(MMAX); this.ec = F(MMAX);
      this.inS = new Uint8Array(MMAX); this.tabu = new Uint8Array(MMAX);
    this.bO = I(NS * NS + 1); this.bA = I(NS * NS); this.bB = I(NS * NS); this.bid = new Int16Array(NS * NS);
    this.vt = F(NS); this.pos = I(NS); this.rows = I(NS); this.H = F(NS * NS); this.gr = F(NS); this.dl = F(NS); this.reach = I(33); this.lpb = F(NS); this.fixed = new Uint8Array(NS);
      this.n = 0; this.gScale = 1; this.qmin = Infinity; for (let e = 0; e < this.E; e++) if (this.gas[e] < this.qmin) this.qmin = this.gas[e];
    this.cG = F(64); this.cP = new Array(64).fill(null); this.lpot = F(NS); this.lnx = I(NS); this.pot = F(T); this.ubT = F(T); this.useUB = false; this.eU = F(MMAX); this.eF = F(MMAX);
      this.tp = I(T); this.slopes = F(8); this.cx = F(8);
    this.lA = F(4096); this.lG = F(4096); this.lP = I(4096); this.lE = I(4096); this.lN = I(4096); this.cid = I(NS); this.fa = new Uint8Array(NS); this.fb = new Uint8Array(NS);
  }
  // ---- edge functions -------------------------------------------------------------------------------------------------------
  at(e, rho, R) { // at price ratio rho: R = [x, y, L/(w gamma)]; caller has checked rho < spot
    const g = this.gamma[e], o = this.off[e], n = this.off[e + 1] - 1, w = Math.sqrt(rho / g), W = this.W; let lo = o;
    if (n - o > 1) { let hi = n; while (hi - lo > 1) { const m = (lo + hi) >> 1; if (W[m] > w) lo = m; else hi = m; } }
    if (w <= W[n]) { R[0] = this.X[n] / g; R[1] = this.Y[n]; R[2] = 0; return; }
    const L = this.L[lo], iw = 1 / w; R[0] = (this.X[lo] + L * (iw - 1 / W[lo])) / g; R[1] = this.Y[lo] + L * (W[lo] - w); R[2] = L * iw / g;
  }
  out(e, x) { // exact out for in x; -1 when the pool cannot take x
    if (!(x > 0)) return 0; const o = this.off[e], n = this.off[e + 1] - 1, xi = x * this.gamma[e]; if (xi > this.X[n]) return -1;
    let lo = o, hi = n; while (hi - lo > 1) { const m = (lo + hi) >> 1; if (this.X[m] <= xi) lo = m; else hi = m; }
    const L = this.L[lo]; if (!(L > 0)) { this.wAt = this.W[lo]; return this.Y[lo]; } const w = this.wAt = 1 / (1 / this.W[lo] + (xi - this.X[lo]) / L);
      return this.Y[lo] + L * (this.W[lo] - w);
  }
  thr(e, q) { // price ratio at which arb_e = q (q in out-token units) = best average price net of the fixed cost q
    const { off, S, X, Y, L, W, gamma } = this, o = off[e], n = off[e + 1] - 1; if (q <= 0) return this.spot[e];
    if (q >= S[n]) return q < Y[n] && X[n] > 0 && X[n] < Infinity ? gamma[e] * (Y[n] - q) / X[n] : 0;
    let k = o, hi = n; while (hi - k > 1) { const m = (k + hi) >> 1; if (S[m] <= q) k = m; else hi = m; }
    const l = L[k]; let w = W[k]; if (l > 0) { const A = l / w - X[k], C = Y[k] + l * w - q; w = C / (l + Math.sqrt(Math.max(0, l * l - A * C)));
      } else if (X[k] > 0) w = Math.sqrt(Math.max(0, (Y[k] - q) / X[k]));
    w = Math.min(W[k], Math.max(w, W[k + 1])); return gamma[e] * w * w;
  }
  // ---- (A) core -------------------------------------------------------------------------------------------------------------
  potentials(k0, bwd, eff, phi, touched, xtra, rounds) { // best product of effective pair prices from/to k0, <= rounds hops
    const h = bwd ? this.ih : this.oh, ix = bwd ? this.ii : this.oi, far = bwd ? this.pF : this.pT, near = bwd ? this.pT : this.pF, inF = this.inF;
      let fr = this.fr, nx = this.fr2, nf = 1, nt = 1; fr[0] = k0; touched[0] = k0; phi[k0] = 1;
    for (let r = 0; r < rounds && nf; r++) {
      let nn = 0; for (let f = 0; f < nf; f++) inF[fr[f]] = 0;
      for (let f = 0; f < nf; f++) {
        const k = fr[f], pk = phi[k];
        for (let i = h[k]; i < h[k + 1]; i++) { const p = ix[i], v = eff[p] * pk, a = far[p]; if (v > phi[a] && a !== k0) { if (phi[a] === 0) touched[nt++] = a; phi[a] = v;
          if (!inF[a]) { inF[a] = 1; nx[nn++] = a; } } }
        for (const p of xtra) if (near[p] === k) { const v = eff[p] * pk, a = far[p]; if (v > phi[a] && a !== k0) { if (phi[a] === 0) touched[nt++] = a; phi[a] = v;
          if (!inF[a]) { inF[a] = 1; nx[nn++] = a; } } }
      }
      const t = fr; fr = nx; nx = t; nf = nn;
    }
    for (let f = 0; f < nf; f++) inF[fr[f]] = 0; return nt;
  }
  extraPairs(s, t) { // pairs on the peeled branches behind s and t
    const x = [];
      for (const j of [s, t]) for (let k = j; this.peeled[k] && this.parent[k] >= 0; k = this.parent[k]) x.push(this.pairOf.get(k * this.T + this.parent[k]), this.pairOf.get(this.parent[k] * this.T + k));
      return x;
  }
  buildCore(s, t, D, gp, extraTokens, max = 0, cap = 0) {
    const { T, pf, pb, tf, tb, lt, lidx } = this, Dn = D * this.nat[s]; let lev = 0; while (lev < 3 && LEVELS[lev] < Dn * 1e-4) lev++;
    this.lev = lev; if (!cap) { max = lev < 2 ? this.maxTokens : 2 * this.maxTokens; cap = max + 10; } const eff = this.pEff[lev]; this.xtra = this.extraPairs(s, t);
    const nf = this.potentials(s, false, eff, pf, tf, this.xtra, 3), nb = this.potentials(t, true, eff, pb, tb, this.xtra, 3);
    for (let i = 0; i < this.n; i++) lidx[lt[i]] = -1;
    let n = 0; const add = j => { if (lidx[j] < 0) { lidx[j] = n; lt[n++] = j; } }; this.n = 0; add(s); add(t);
    const ref = pb[s] * (lev < 2 ? 0.9 : 0.5), top = [], sc = []; // insertion into a short sorted list
    for (let i = 0; i < nb; i++) { const j = tb[i], v = pf[j] * pb[j]; if (v <= ref || j === s || j === t || (top.length >= max && v <= sc[max - 1])) continue;
      let k = Math.min(top.length, max - 1); while (k > 0 && sc[k - 1] < v) { sc[k] = sc[k - 1]; top[k] = top[k - 1]; k--; } sc[k] = v; top[k] = j; }
    for (const p of this.xtra) { add(this.pF[p]); add(this.pT[p]); }
    for (const j of extraTokens) if (n < cap) add(j);
    for (const j of top) if (n < Math.min(cap, max + 2 + extraTokens.length)) add(j);
    this.n = n; this.gp = gp; this.D = D; const lpb = this.lpb; for (let i = 0; i < n; i++) lpb[i] = pb[lt[i]];
    // local edges, grouped in bundles (pairs), best spot first
    let m = 0, nbd = 0; const slack = lev === 0 ? 0.95 : lev === 1 ? 0.9 : 0, refE = pb[s] * slack, bid = this.bid; bid.fill(-1);
    for (let a = 0; a < n; a++) if (a !== 1) for (let b = 1; b < n; b++) if (b !== a) {
      const p = this.pairOf.get(lt[a] * T + lt[b]); if (p === undefined) continue; const k = pf[lt[a]] * pb[lt[b]]; if (k > 0 && this.pSpot[p] * k < refE) continue;
      const m0 = m; for (let i = this.pO[p]; i < this.pO[p + 1] && m < MMAX; i++) { const e = this.pe[i]; if (k > 0 && this.spot[e] * k < refE) break;
        if (this.eEff[e] === 0 || (k > 0 && this.eEff[e] * k < refE)) continue; this.eG[m] = e; this.eA[m] = a; this.eB[m] = b; this.eQ[m] = this.gas[e] * gp; this.eS[m] = this.spot[e];
        this.inS[m] = 0; m++; }
      if (m > m0) { bid[a * NS + b] = nbd; this.bA[nbd] = a; this.bB[nbd] = b; this.bO[nbd++] = m0; this.bO[nbd] = m; }
    }
    this.m = m; this.nb = nbd; for (let i = 0; i < nf; i++) pf[tf[i]] = 0; for (let i = 0; i < nb; i++) pb[tb[i]] = 0;
  }
  // ---- (B) best single paths: label DP, labels = (amount, gas), simple in tokens, <= 4 hops -----------------------------------
  bestPaths(D, hops, want) {
    const { lA, lG, lP, lE, lN, bid, bO, n, eG, eS, eQ, lpb } = this; let nl = 1, lo = 0, best = -Infinity; const found = [];
    lA[0] = D; lG[0] = 0; lP[0] = -1; lN[0] = 0;
    for (let h = 1; h <= hops; h++) {
      const hi = nl;
      for (let l = lo; l < hi; l++) {
        const a = lN[l], A = lA[l], G = lG[l], p1 = lP[l], t1 = p1 >= 0 ? lN[p1] : 0, p2 = p1 >= 0 ? lP[p1] : -1, t2 = p2 >= 0 ? lN[p2] : 0; // tokens before a on the path
        for (let b = 1; b < n; b++) {
          const k = bid[a * NS + b]; if (k < 0 || b === a || b === t1 || b === t2 || (b !== 1 && h === hops)) continue; const pb = b === 1 ? 1 : lpb[b] * 1.003;
          for (let e = bO[k]; e < bO[k + 1]; e++) {
            if (A * eS[e] * pb - G <= best) break; const y = this.out(eG[e], A), g = G + eQ[e]; if (!(y > 0) || y * pb - g <= best) continue;
            if (b === 1) { const net = y - g; if (net > best || found.length < want) { if (net > best) best = net; found.push({ net, out: y, l, e }); } continue; }
            let j = hi, dom = false; for (; j < nl; j++) if (lN[j] === b) { if (lA[j] >= y && lG[j] <= g) { dom = true; break; } if (lA[j] <= y && lG[j] >= g) break; } if (dom) continue;
            if (j === nl) { if (nl >= 4095) continue; nl++; } lA[j] = y; lG[j] = g; lP[j] = l; lE[j] = e; lN[j] = b;
          }
        }
      }
      lo = hi;
    }
    found.sort((x, y) => y.net - x.net);
      return found.slice(0, want).map(f => { const path = [f.e]; for (let l = f.l; l > 0; l = lP[l]) path.push(lE[l]); return { net: f.net, out: f.out, path: path.reverse() }; });
  }
  // ---- dual of a support ------------------------------------------------------------------------------------------------------
  evalS(list, len, v, nr) { // value; fills gr, H (lower triangle), ex/ey per edge
    const { eG, eA, eB, eS, ex, ey, R, H, gr, pos } = this; H.fill(0, 0, nr * nr); gr.fill(0, 0, nr); let g = this.D * v[0]; gr[0] = g; this.nEval += len;
    for (let i = 0; i < len; i++) {
      const e = list[i], a = eA[e], b = eB[e], va = v[a], vb = v[b], rho = va / vb; if (rho >= eS[e]) { ex[e] = ey[e] = 0; continue; }
      this.at(eG[e], rho, R); const x = R[0], y = R[1], c = 0.5 * va * R[2], p = pos[a], q = pos[b]; ex[e] = x; ey[e] = y; g += vb * y - va * x; gr[p] -= va * x; H[p * nr + p] += c;
      if (q >= 0) { gr[q] += vb * y; H[q * nr + q] += c; if (p > q) H[p * nr + q] -= c; else H[q * nr + p] -= c; }
    }
    return g;
  }
  solveS(list, len, v, tol = 1e-9, maxIt = 30) { // damped Newton in log prices; v is start and result; returns min of the dual
    const { eA, eB, pos, rows, H, gr, dl, vt } = this; pos.fill(-2); pos[1] = -1; pos[0] = 0; rows[0] = 0; let nr = 1; this.nSolve++;
    for (let i = 0; i < len; i++) { const a = eA[list[i]], b = eB[list[i]]; if (pos[a] === -2) { rows[nr] = a; pos[a] = nr++; } if (pos[b] === -2) { rows[nr] = b; pos[b] = nr++; } }
    v[1] = vt[1] = 1; let g = this.evalS(list, len, v, nr); this.conv = false;
    for (let it = 0; it < maxIt; it++) {
      this.nNewton++; let dm = 0; for (let i = 0; i < nr; i++) { const d = H[i * nr + i]; if (d > dm) dm = d; }
      for (let i = 0; i < nr; i++) { H[i * nr + i] += (gr[i] > 0 ? gr[i] : 0) + 1e-13 * dm + 1e-300; dl[i] = -gr[i]; }
      let dec = 0, mx = 0; chol(H, nr, dl); for (let i = 0; i < nr; i++) { dec -= gr[i] * dl[i]; const z = Math.abs(dl[i]); if (z > mx) mx = z; }
      this.conv = !(dec > 1e-7 * g); if (!(dec > tol * g)) break; let step = mx > 0.5 ? 0.5 / mx : 1, g2 = g, ok = false;
      for (let ls = 0; ls < 14; ls++) { for (let i = 0; i < nr; i++) vt[rows[i]] = v[rows[i]] * Math.exp(step * dl[i]); g2 = this.evalS(list, len, vt, nr);
        if (g2 <= g - 1e-4 * step * dec) { ok = true; break; } step *= 0.35; }
      if (!ok) { g = this.evalS(list, len, v, nr); break; } for (let i = 0; i < nr; i++) v[rows[i]] = vt[rows[i]]; const dg = g - g2; g = g2; if (dg < 0.1 * tol * g) break;
    }
    return g;
  }
  // ---- (C) support search -----------------------------------------------------------------------------------------------------
  clean(list) { // keep edges with flow that lie on some s-t path; returns new list
    const { eA, eB, ex } = this; const { fa, fb } = this; let cur = list.filter(e => ex[e] > 0), ch = true;
    while (ch) { fa.fill(0); fb.fill(0); fa[0] = fb[1] = 1; for (const e of cur) { fa[eB[e]] = 1; fb[eA[e]] = 1; } const nx = cur.filter(e => fa[eA[e]] && fb[eB[e]]);
      ch = nx.length < cur.length; cur = nx; }
    return cur;
  }
  setReach(list) { // reachability inside the support, over compact ids (cid) of its tokens; false if it has too many tokens
    const { reach, eA, eB, cid } = this; cid.fill(-1); cid[0] = 0; cid[1] = 1; let n = 2; for (const e of list) { if (cid[eA[e]] < 0) cid[eA[e]] = n++; if (cid[eB[e]] < 0) cid[eB[e]] = n++;
      if (n > 31) return false; } reach.fill(0);
    for (let ch = true; ch;) { ch = false; for (let i = 0; i < list.length; i++) { const a = cid[eA[list[i]]], b = cid[eB[list[i]]], r = reach[a] | reach[b] | 1 << b;
      if (r !== reach[a]) { reach[a] = r; ch = true; } } } return true;
  }
  push(gain, path) { // sorted short candidate list
    const { cG, cP } = this; let k = this.nc; if (k === 24) { if (gain <= cG[23]) return; k = 23; } else this.nc++;
    while (k > 0 && cG[k - 1] < gain) { cG[k] = cG[k - 1]; cP[k] = cP[k - 1]; k--; } cG[k] = gain; cP[k] = path;
  }
  chainGain(path, va, vb, xhi) { // max_x vb F(x) - va x along a chain; leaves the marginal slopes in this.slopes
    const { eG, slopes, gamma } = this; let lo = 0, hi = xhi, x = xhi * 0.5, gain = 0;
    for (let it = 0; it < 9; it++) {
      let y = x, d = vb, ok = true; for (let i = 0; i < path.length; i++) { const e = eG[path[i]], y2 = this.out(e, y); if (y2 < 0) { ok = false; break; } const w = this.wAt;
        slopes[i] = gamma[e] * w * w; d *= slopes[i]; y = y2; }
      if (ok && vb * y - va * x > gain) gain = vb * y - va * x; if (!ok || d < va) hi = x; else lo = x; x = 0.5 * (lo + hi);
    }
    return gain;
  }
  price(list, v, room) { // candidates (single edges, or chains of 2-3 edges through tokens outside the support) by gain bound
    // cid >= 0: token of the support
    const { n, nb, bA, bB, bO, eG, eS, eQ, eB, inS, R, reach, bid, lpot, lnx, eEff } = this; this.nc = 0; if (!this.setReach(list)) return 0; for (const e of list) inS[e] = 1; const { cid } = this;
    for (let k = 0; k < nb; k++) {
      const a = bA[k], b = bB[k]; if (cid[a] < 0 || cid[b] < 0 || (reach[cid[b]] >> cid[a] & 1)) continue; const va = v[a], vb = v[b], rho = va / vb;
      for (let e = bO[k]; e < bO[k + 1]; e++) { if (rho >= eS[e]) break; if (inS[e] || this.tabu[e]) continue; this.at(eG[e], rho, R); const c = vb * R[1] - va * R[0] - eQ[e];
        if (c > 0) this.push(c, [e]); }
    }
    for (const e of list) inS[e] = 0; if (room < 2) return this.nc;
    for (let j = 0; j < n; j++) { lpot[j] = cid[j] >= 0 && j !== 0 ? v[j] : 0; lnx[j] = -1; } // backward potentials of outside tokens, net of gas
    for (let r = 0; r < (room >= 3 ? 2 : 1); r++) { const lp0 = r ? lpot.slice() : lpot; for (let k = 0; k < nb; k++) { const j = bA[k], b = bB[k];
      if (cid[j] >= 0 || b === 0 || (r ? lp0[b] === 0 || cid[b] >= 0 : cid[b] < 0)) continue; const pb = lp0[b];
      for (let e = bO[k]; e < bO[k + 1] && eS[e] * pb > lpot[j]; e++) { const z = this.tabu[e] ? 0 : eEff[eG[e]] * pb; if (z > lpot[j]) { lpot[j] = z; lnx[j] = e; } } } }
    for (let k = 0; k < nb; k++) {
      const a = bA[k], j = bB[k]; if (cid[a] < 0 || cid[j] >= 0 || lnx[j] < 0) continue; let be = -1, bz = 0;
        for (let e = bO[k]; e < bO[k + 1] && eS[e] * lpot[j] > v[a]; e++) { const z = this.tabu[e] ? 0 : eEff[eG[e]] * lpot[j]; if (z > bz) { bz = z; be = e; } }
      if (be < 0) continue;
      const tryChain = path => { const c = eB[path[path.length - 1]]; if (path.length > room || c === a || cid[c] < 0 || (reach[cid[c]] >> cid[a] & 1)) return; let q = 0;
        for (const e of path) q += eQ[e]; this.at(eG[be], v[a] / lpot[j], R); const gain = this.chainGain(path, v[a], v[c], R[0] * 1.5) - q; if (gain > 0) { path.end = v[c];
        path.sl = [this.slopes[0], this.slopes[1], this.slopes[2]]; this.push(gain, path); } };
      const f = eEff[eG[be]];
      // every token of the support where the detour may end
      for (let b = 1; b < n; b++) { if (cid[b] < 0 || b === a) continue; const k2 = bid[j * NS + b]; if (k2 < 0 || eS[bO[k2]] * v[b] * f <= v[a]) continue; let e2 = -1, z2 = v[a] / f;
        for (let e = bO[k2]; e < bO[k2 + 1] && eS[e] * v[b] > z2; e++) { const z = this.tabu[e] ? 0 : eEff[eG[e]] * v[b]; if (z > z2) { z2 = z; e2 = e; } } if (e2 >= 0) tryChain([be, e2]); }
      const l = lnx[j]; if (cid[eB[l]] < 0 && bz > v[a]) tryChain([be, l, lnx[eB[l]]]);
    }
    return this.nc;
  }
  // try a new support: solve from current prices, strip unused edges; returns {val, list, nu} (val = output - gas)
  trial(list, nu0) {
    const v = new Float64Array(nu0); let g = this.solveS(list, list.length, v), cur = list;
    for (let k = 0; k < 3; k++) { const c2 = this.clean(cur); if (c2.length === cur.length || !c2.length) break; const loss = cur.length - c2.length; let same = true;
      for (const e of cur) if (this.ex[e] > 0 && !c2.includes(e)) same = false; cur = c2; if (!same) g = this.solveS(cur, cur.length, v); }
    let q = 0; for (const e of cur) q += this.eQ[e]; const c = new Float64Array(cur.length); for (let i = 0; i < cur.length; i++) { const e = cur[i];
      c[i] = v[this.eB[e]] * this.ey[e] - v[this.eA[e]] * this.ex[e] - this.eQ[e]; }
    return { val: this.conv ? g - q : -Infinity, list: cur, nu: v, c, gross: g };
  }
  acyclic(list) { if (!this.setReach(list)) return false; for (let i = 0; i < 31; i++) if (this.reach[i] >> i & 1) return false; return true; }
  improve(S, cap, budget, batch = true) { // local search: batch add, single add (+ejection), drop, swap
    const eps = 1e-9 * Math.abs(S.val); let tries = 0; const failed = new Set();
    const go = (list, nu) => { tries++; return this.trial(list, nu); };
    const commit = s => { S = s; failed.clear(); };
    for (let it = 0; it < 200 && tries < budget; it++) {
      // drops that may pay (c < 0), worst first
      let done = false;
      { const o = []; for (let i = 0; i < S.list.length; i++) if (S.c[i] < 0) o.push(i); o.sort((x, y) => S.c[x] - S.c[y]);
        for (const i of o.slice(0, 4)) { const e = S.list[i], key = -1 - e; if (failed.has(key) || S.list.length < 2) continue; const rest = S.list.filter(f => f !== e);
          for (const f of rest) this.ex[f] = 1; const c = this.clean(rest); if (!c.length) { failed.add(key); continue; } const r = go(c, S.nu); if (r.val > S.val + eps) { commit(r);
          done = true; break; } failed.add(key); } }
      if (done) continue;
      const room = cap - S.list.length, nc = this.price(S.list, S.nu, Math.min(cap, 3)), cG = this.cG.slice(0, nc), cP = this.cP.slice(0, nc);
      const nuC = ps => { const v = new Float64Array(S.nu); for (const p of ps) { let z = p.end; for (let i = p.length - 1; i > 0; i--) { z *= p.sl[i]; v[this.eA[p[i]]] = z; } } return v; };
      // batch: several good candidates at once while the support is far from full
      if (batch && room >= 3 && nc >= 3) {
        const ps = [], used = new Set(), lim = Math.min(room, Math.max(2, S.list.length)); let l = S.list;
        for (let k = 0; k < cP.length && l.length - S.list.length < lim && cG[k] >= 0.25 * cG[0]; k++) { const p = cP[k]; let clash = false;
          for (let i = 1; i < p.length; i++) if (used.has(this.eA[p[i]])) clash = true; if (clash) continue; const l2 = l.concat(p); if (l2.length > cap || !this.acyclic(l2)) continue;
          for (let i = 1; i < p.length; i++) used.add(this.eA[p[i]]); l = l2; ps.push(p); }
        if (ps.length > 1) { const key = 'b' + l.slice(S.list.length).join(); if (!failed.has(key)) { const r = go(l, nuC(ps)); if (r.val > S.val + eps) { commit(r); continue;
          } failed.add(key); } }
      }
      for (let k = 0; k < cP.length && tries < budget && !done; k++) {
        const p = cP[k], key = p.join(); if (failed.has(key)) continue; failed.add(key); const over = S.list.length + p.length - cap;
        if (over > 0) { // cap reached: swap against the legs that contribute least
          const ord = S.list.map((e, i) => i).sort((x, y) => S.c[x] - S.c[y]); let sum = 0; for (let i = 0; i < over; i++) sum += S.c[ord[i]]; if (sum >= cG[k]) continue;
          const drop = new Set(ord.slice(0, over).map(i => S.list[i])), base = S.list.filter(e => !drop.has(e)).concat(p); for (const f of base) this.ex[f] = 1; const l = this.clean(base);
            if (!l.length || !this.acyclic(l)) continue; const r = go(l, nuC([p])); if (r.val > S.val + eps) { commit(r); done = true; } continue;
        }
        let r = go(S.list.concat(p), nuC([p])); if (r.val > S.val + eps) { commit(r); done = true; break; }
        // ejection: the add alone does not pay; drop what it made redundant
        for (let d = 0; d < 3; d++) { let w = -1; for (let i = 0; i < r.list.length; i++) if (!p.includes(r.list[i]) && (w < 0 || r.c[i] < r.c[w])) w = i;
          if (w < 0 || r.c[w] >= 0 || r.val - r.c[w] <= S.val + eps) break; const rest = r.list.filter((_, i) => i !== w); for (const f of rest) this.ex[f] = 1; const l = this.clean(rest);
          if (!l.length) break; r = go(l, r.nu); if (r.val > S.val + eps) { commit(r); done = true; break; } }
      }
      // replace a leg by another pool of the same pair (gain bound c_f - c_e; legs kept with c_e < 0 are the suspicious ones)
      for (let i = 0; i < S.list.length && !done && tries < budget; i++) {
        const e = S.list[i]; if (S.c[i] >= 0) continue; const k = this.bid[this.eA[e] * NS + this.eB[e]], rho = S.nu[this.eA[e]] / S.nu[this.eB[e]]; let n = 0;
        for (let f = this.bO[k]; f < this.bO[k + 1] && n < 3 && !done; f++) { if (S.list.includes(f) || this.tabu[f] || this.eEff[this.eG[f]] < 0.999 * rho) continue;
          const key = 'r' + e + ',' + f; if (failed.has(key)) continue; failed.add(key); n++; const r = go(S.list.map(x => x === e ? f : x), S.nu); if (r.val > S.val + eps) { commit(r);
          done = true; } }
      }
      if (!done) break;
    }
    this.tries += tries; return S;
  }
  shrink(S, cap) { // backward elimination: drop the leg with the smallest contribution, re-solve, until the cap holds
    while (S && S.list.length > cap) {
      const o = S.list.map((e, i) => i).sort((x, y) => S.c[x] - S.c[y]), k = Math.max(1, Math.floor((S.list.length - cap) / 4)), drop = new Set(o.slice(0, k).map(i => S.list[i]));
        let next = null;
      for (let tryK = k; !next; ) { const rest = S.list.filter(e => !drop.has(e)); for (const f of rest) this.ex[f] = 1; const l = this.clean(rest);
        if (l.length) { const r = this.trial(l, S.nu); this.tries++; if (r.val > -Infinity && r.list.length && this.feasible_(r)) { next = r; break; } } if (drop.size === 1) return null;
        const one = o[0]; drop.clear(); drop.add(S.list[one]); }
      S = next;
    }
    return S;
  }
  ruin(S, cap, passes, budget) { // ruin and recreate: remove one leg (with its dependents), forbid it, search again
    for (let pass = 0; pass < passes; pass++) {
      const order = S.list.map((e, i) => [S.c[i], e]).sort((x, y) => x[0] - y[0]).map(z => z[1]); let better = null;
      for (const e of order) {
        if (this.tries > budget) return S; const rest = S.list.filter(f => f !== e); for (const f of rest) this.ex[f] = 1; const l = this.clean(rest); if (!l.length) continue;
          let r = this.trial(l, S.nu); this.tries++; if (!r.list.length || !(r.val > -Infinity)) continue;
        const base = r, ban = [e]; // recreate without e; if that is no better, once more without the most valuable legs the first try brought in
        for (let k = 0; k < (S.list.length <= 12 ? 3 : 1) && !better; k++) {
          for (const f of ban) this.tabu[f] = 1; r = this.improve(base, cap, 60, false); for (const f of ban) this.tabu[f] = 0;
          if (r.val > S.val * (1 + 1e-9)) { r = this.improve(r, cap, 60, false); if (this.feasible_(r)) better = r; break; }
          let w = -1; for (let i = 0; i < r.list.length; i++) if (!S.list.includes(r.list[i]) && (w < 0 || this.eQ[r.list[i]] + r.c[i] > this.eQ[r.list[w]] + r.c[w])) w = i;
            if (w < 0) break; ban.push(r.list[w]);
        }
        if (better) break;
      }
      if (!better) return S; S = better;
    }
    return S;
  }
  feasible_(S) { let x = 0; for (const e of S.list) if (this.eA[e] === 0) { this.at(this.eG[e], S.nu[0] / S.nu[this.eB[e]], this.R); x += this.R[0]; } return x > this.D * 0.999; }
  pathState(path, D) { // support state of a single path: prices = marginal prices along it
    const nu = new Float64Array(NS), xs = [D]; let x = D; for (const e of path) { x = this.out(this.eG[e], x); xs.push(x); }
    nu[1] = 1; for (let i = path.length - 1; i >= 0; i--) { const d = Math.max(xs[i] * 1e-5, 1e-300), m = (this.out(this.eG[path[i]], xs[i]) - this.out(this.eG[path[i]], xs[i] - d)) / d;
      nu[this.eA[path[i]]] = nu[this.eB[path[i]]] * Math.max(m, 1e-12); }
    return this.trial(path, nu);
  }
  // exact flows of a support: Kahn order, shares from the dual flows, exact edge functions
  primal(S) {
    const { eA, eB, eG, ex } = this, list = S.list; this.solveS(list, list.length, S.nu, 1e-13, 30); const indeg = new Int32Array(NS), tot = new Float64Array(NS), bal = new Float64Array(NS);
      for (const e of list) { indeg[eB[e]]++; tot[eA[e]] += ex[e]; } bal[0] = this.D; const ready = [0], steps = []; let gas = 0, cnt = 0;
    while (ready.length) { const k = ready.pop(); if (k === 1) continue; let left = tot[k]; const os = list.filter(e => eA[e] === k); for (const e of os) { cnt++;
      const x = left > 0 ? bal[k] * ex[e] / tot[k] : 0, y = this.out(eG[e], x); if (y < 0) return null; const share = ex[e] >= left * (1 - 1e-12) ? 1 : ex[e] / left; left -= ex[e];
      bal[eB[e]] += y; gas += this.eQ[e]; steps.push({ edge: eG[e], x, y, share }); if (--indeg[eB[e]] === 0) ready.push(eB[e]); } }
    return cnt < list.length ? null : { out: bal[1], gas, net: bal[1] - gas, steps };
  }
  // ---- (D) smoothed dual over the whole core: U_lam(nu) = D nu_s + sum del*Q*(softplus((arb-Q)/(del Q)) - softplus(-1/del)), Q = q + lam ----------
  evalC(v, lam, del) { // value; fills gr, H over local tokens (row 1 = t, grounded by the caller)
    const { n, nb, bA, bB, bO, eG, eS, eQ, R, H, gr } = this, sp0 = del > 0 ? Math.log1p(Math.exp(-1 / del)) : 0; H.fill(0, 0, n * n); gr.fill(0, 0, n); let g = this.D * v[0]; gr[0] = g;
    for (let k = 0; k < nb; k++) {
      const a = bA[k], b = bB[k], va = v[a], vb = v[b], rho = va / vb; if (rho >= eS[bO[k]]) continue; let haa = 0, hab = 0, hbb = 0, ga = 0, gb = 0;
      for (let e = bO[k]; e < bO[k + 1] && rho < eS[e]; e++) {
        this.at(eG[e], rho, R);
          const cl = this.useUB && R[0] > this.eU[e], xa = va * (cl ? this.eU[e] : R[0]), yb = vb * (cl ? this.eF[e] : R[1]), Q = eQ[e] * this.gScale + lam, wd = del * Q, c = cl ? 0 : 0.5 * va * R[2];
          let s = 1;
        if (wd > 0) { const z = (yb - xa - Q) / wd, ez = Math.exp(-Math.abs(z)); s = z > 0 ? 1 / (1 + ez) : ez / (1 + ez); g += wd * ((z > 0 ? z : 0) + Math.log1p(ez) - sp0);
          const kk = s * (1 - s) / wd; haa += kk * xa * xa; hab += kk * xa * yb; hbb += kk * yb * yb; }
        else { if (yb - xa <= Q) continue; g += yb - xa - Q; }
        ga += s * xa; gb += s * yb; haa += s * c; hbb += s * c; hab += s * c;
      }
      gr[a] -= ga; gr[b] += gb; H[a * n + a] += haa; H[b * n + b] += hbb; if (a > b) H[a * n + b] -= hab; else H[b * n + a] -= hab;
    }
    return g;
  }
  coreDual(v, lam, dels, itMax = 12, tol = 1e-8) {
    const { n, H, gr, dl, vt } = this; let g = 0;
    for (const del of dels) {
      g = this.evalC(v, lam, del);
      for (let it = 0; it < itMax; it++) {
        this.nNewton++; let dm = 0; for (let i = 0; i < n; i++) if (i !== 1 && H[i * n + i] > dm) dm = H[i * n + i];
        for (let i = 0; i < n; i++) { H[i * n + i] += (gr[i] > 0 ? gr[i] : 0) + 1e-12 * dm + 1e-300; dl[i] = -gr[i]; } for (let j = 0; j < n; j++) { H[n + j] = j === 1 ? H[n + j] : 0;
          H[j * n + 1] = j === 1 ? 1 : 0; } H[n + 1] = 1; dl[1] = 0;
        chol(H, n, dl); dl[1] = 0; let dec = 0, mx = 0; for (let i = 0; i < n; i++) { if (i === 1) continue; dec -= gr[i] * dl[i]; const z = Math.abs(dl[i]); if (z > mx) mx = z;
          } if (!(dec > tol * g)) break;
        let step = mx > 0.3 ? 0.3 / mx : 1, g2 = g, ok = false; for (let ls = 0; ls < 10; ls++) { for (let i = 0; i < n; i++) vt[i] = v[i] * Math.exp(step * dl[i]); vt[1] = 1;
          g2 = this.evalC(vt, lam, del); if (g2 <= g - 1e-4 * step * dec) { ok = true; break; } step *= 0.35; }
        if (!ok) break; for (let i = 0; i < n; i++) v[i] = vt[i]; const dg = g - g2; g = g2; if (dg < 0.1 * tol * g) break;
      }
    }
    return g;
  }
  fillPrices(v) { // give unpriced core tokens the best gas-inclusive resale value (keeps their out-edges inactive)
    const { n, nb, bA, bB, bO, eS, eEff, eG } = this; for (let r = 0; r < 3; r++) for (let k = 0; k < nb; k++) { const a = bA[k], pb = v[bB[k]]; if (!(pb > 0) || this.fixed[a]) continue;
      for (let e = bO[k]; e < bO[k + 1] && eS[e] * pb > v[a]; e++) { const z = eEff[eG[e]] * pb; if (z > v[a]) v[a] = z; } }
    for (let i = 0; i < n; i++) if (!(v[i] > 0)) v[i] = 1e-30 + this.lpb[i];
  }
  // ---- (E) certificate at given core prices: extends the prices to every token, scans every live pair once --------------------------------
  // returns U (uncapped, minus completion distance), UK (at most K legs), the violating tokens; valid for ANY prices, routes acyclic.
  // arb of edge e with the flow limited to what D can ever become in its in-token: x <= ub (raw spot potentials, paths <= 5 hops before e)
  arbUB(e, va, vb) { const R = this.R, ub = this.ubT[this.from[e]]; if (va > 0) this.at(e, va / vb, R); if (!(va > 0) || R[0] > ub) { const y = this.out(e, ub); R[0] = ub;
    R[1] = y < 0 ? this.Y[this.off[e + 1] - 1] : y; } return vb * R[1] - va * R[0]; }
  flowBounds(s, on) { const { tf, ubT } = this; for (let i = 0; i < (this.nub ?? 0); i++) ubT[this.ubL[i]] = 0; this.nub = 0; this.useUB = on; if (!on) return;
    const phi = this.phi5 ??= new Float64Array(this.T), nt = this.potentials(s, false, this.pSpot, phi, tf, this.xtra, 5); this.ubL = tf.slice(0, nt); this.nub = nt;
    for (let i = 0; i < nt; i++) { ubT[tf[i]] = this.D * phi[tf[i]]; phi[tf[i]] = 0; } this.localUB(); }
  localUB() { for (let e = 0; e < this.m; e++) { const u = this.ubT[this.from[this.eG[e]]]; this.eU[e] = u; const y = this.out(this.eG[e], u);
    this.eF[e] = y < 0 ? this.Y[this.off[this.eG[e] + 1] - 1] : y; } }
  extend(v, fixed, gx = 1) { // gas-inclusive resale potentials pot[] for every token given the fixed core prices; returns how many tokens were touched
    const { pot, tp, pF, pT, pO, pe, pSpot, spot, gas, gp, lt, n, inF, ih, ii, xtra, lidx } = this; let nt = 0, fr = this.fr, nx = this.fr2, nf = 0; const s = lt[0];
    for (let i = 0; i < n; i++) if (fixed[i]) { pot[lt[i]] = v[i]; tp[nt++] = lt[i]; fr[nf++] = lt[i]; }
    const isFix = j => lidx[j] >= 0 && fixed[lidx[j]] === 1, { pLo, nat } = this, kN = gp / this.gpN, ext = []; const hard = gx > 0;
    for (let r = 0; r < (hard ? 40 : 4) && nf; r++) {
      let nn = 0; for (let f = 0; f < nf; f++) inF[fr[f]] = 0;
      for (let f = 0; f < nf; f++) {
        const k = fr[f], pk = pot[k]; if (k === s) continue; const lim = hard && pk <= nat[k] * kN * 1.1 ? pLo : pSpot; // pLo is valid while the token is worth at most 1.1 x its block price
        ext.length = 0; for (const p of xtra) if (pT[p] === k) ext.push(p);
        for (let i = ih[k], n1 = ih[k + 1], n2 = n1 + ext.length; i < n2; i++) {
          const p = i < n1 ? ii[i] : ext[i - n1], a = pF[p]; if (lim[p] * pk <= pot[a] || isFix(a)) continue; let best = pot[a];
          for (let j = pO[p]; j < pO[p + 1]; j++) { const e = pe[j]; if (spot[e] * pk <= best) break; const z = (hard ? this.thr(e, gx * gas[e] * gp / pk) : spot[e]) * pk;
            if (z > best) best = z; }
          if (best > pot[a] * (1 + 1e-10)) { if (pot[a] === 0) tp[nt++] = a; pot[a] = best; if (!inF[a]) { inF[a] = 1; nx[nn++] = a; } }
        }
      }
      const z = fr; fr = nx; nx = z; nf = nn;
    }
    for (let f = 0; f < nf; f++) inF[fr[f]] = 0;
    // gas-free mode: move outside tokens to the middle of [resale value, cost] so that both sides of a loop share its arbitrage
    if (gx === 0) for (let r = 0; r < 2; r++) for (let i = 0; i < nt; i++) {
      const j = tp[i]; if (isFix(j)) continue; let lo = 0, hi = Infinity; for (let k = this.oh[j]; k < this.oh[j + 1]; k++) { const p = this.oi[k], z = pSpot[p] * pot[pT[p]];
        if (z > lo) lo = z; } for (let k = ih[j]; k < ih[j + 1]; k++) { const p = ii[k], z = pot[pF[p]] / pSpot[p]; if (z > 0 && z < hi) hi = z;
        } if (lo > 0 && hi < Infinity) pot[j] = Math.sqrt(lo * hi);
    }
    return nt;
  }
  priceOut(v, mask, K, gx = 1, net = 0) {
    const { pot, tp, pF, pT, pO, pe, pSpot, spot, gas, gp, lt, xtra, R, lidx } = this, s = lt[0], t = lt[1], D = this.D, nt = this.extend(v, mask, gx);
    let U = D * pot[s], U0 = U; const cs = [], viol = []; const MQ = 6, neg = new Float64Array(MQ + 1).fill(-this.qmin * gp); // largest non-positive c
    const kN = gp / this.gpN, scan = p => { const vb = pot[pT[p]], va = pot[pF[p]];
      if (!(vb > 0) || va >= vb * (gx > 0 && vb <= this.nat[pT[p]] * kN * 1.1 ? this.pLo[p] : pSpot[p]) || pF[p] === t || pT[p] === s) return;
      for (let i = pO[p]; i < pO[p + 1]; i++) { const e = pe[i]; if (va >= vb * spot[e]) break; const arb = this.arbUB(e, va, vb); U0 += arb; const c = arb - gas[e] * gp;
      if (c <= 0) { if (c > neg[MQ]) { let k = MQ; while (k > 0 && neg[k - 1] < c) { neg[k] = neg[k - 1]; k--; } neg[k] = c; } } else { cs.push(c);
      if (lidx[pF[p]] < 0 || lidx[pT[p]] < 0) viol.push([c, e]); } } };
    for (let i = 0; i < this.oi.length; i++) scan(this.oi[i]); for (const p of xtra) if (this.peeled[pF[p]] || this.peeled[pT[p]]) scan(p);
    cs.sort((x, y) => y - x); let UK = U; for (let i = 0; i < cs.length; i++) { U += cs[i]; if (i < K) UK += cs[i]; }
    // completion: the used edges must contain an s-t path; edges with c <= 0 on it cost -c
    let dist = 0; if (cs.length < 400) { const d = new Map([[s, 0]]); let f = [s], bt = Infinity; for (let h = 0; h < 6 && f.length; h++) { const nx = new Set();
      for (const k of f) { const dk = d.get(k); if (dk >= bt) continue; const visit = p => { const b = pT[p], db = d.get(b) ?? Infinity; if (dk >= db) return; const va = pot[k], vb = pot[b];
      let m = Infinity; for (let i = pO[p]; i < pO[p + 1]; i++) { const e = pe[i], q = gas[e] * gp; let arb = 0; if (vb > 0 && va < vb * spot[e] && va > 0) arb = this.arbUB(e, va, vb);
      const l = q - arb; if (l < m) m = l < 0 ? 0 : l; } if (dk + m < db) { d.set(b, dk + m); if (b === t) bt = Math.min(bt, dk + m); else nx.add(b); } };
      for (let i = this.oh[k]; i < this.oh[k + 1]; i++) visit(this.oi[i]); for (const p of xtra) if (pF[p] === k) visit(p); } f = [...nx]; } dist = d.get(t) ?? 0; }
    let Udia = Infinity; if (net > 0) Udia = this.diamond(s, t, U, net);
    // tokens to add: ends of violating edges and the resale chain behind them
    viol.sort((x, y) => y[0] - x[0]); const add = new Set(); for (const [c, e] of viol.slice(0, 12)) { if (c < 1e-7 * U) break; add.add(this.from[e]); let k = this.to[e];
      for (let h = 0; h < 3 && lidx[k] < 0; h++) { add.add(k); let bv = 0, bk = -1; for (let i = this.oh[k]; i < this.oh[k + 1]; i++) { const p = this.oi[i], z = pSpot[p] * pot[pT[p]];
      if (z > bv) { bv = z; bk = pT[p]; } } if (bk < 0) break; k = bk; } if (add.size > 8) break; }
    // bound for routes with at least r legs
    const tokens = [...add].filter(j => lidx[j] < 0); for (let i = 0; i < nt; i++) pot[tp[i]] = 0; const need = r => { let z = U;
      for (let i = cs.length; i < r; i++) z += neg[Math.min(MQ, i - cs.length)]; return z; };
    return { Udia, need: [3, 4, 5, 6, 7].map(need), U: U - dist, UK: UK - (cs.length < K ? dist : 0), U0, dist, npos: cs.length, tokens, lamK: cs.length > K ? cs[K] : 0 };
  }
  // cheap price-out for the search: can a detour (<= 3 legs) through a token outside the core pay? uses the per-block effective pair prices
  missing(S) {
    const { pot, tp, pF, pT, pO, pe, lt, lidx, ih, ii, oh, oi, gas, gp, R, inF } = this, eff = this.pEff[0], fix = this.maskOf(S.list), isS = new Set();
      let fr = this.fr, nx = this.fr2, nf = 0, nt = 0; const out = [];
    for (let i = 0; i < this.n; i++) if (fix[i]) { const j = lt[i]; isS.add(j); pot[j] = S.nu[i]; tp[nt++] = j; if (i) fr[nf++] = j; }
    for (let r = 0; r < 2; r++) { let nn = 0; for (let f = 0; f < nf; f++) { const k = fr[f], pk = pot[k];
      for (let i = ih[k]; i < ih[k + 1]; i++) { const p = ii[i], a = pF[p], z = eff[p] * pk; if (z <= pot[a] || inF[a] === 2 || isS.has(a)) continue; if (pot[a] === 0) tp[nt++] = a;
      pot[a] = z; if (!inF[a]) { inF[a] = 1; nx[nn++] = a; } } } for (let f = 0; f < nn; f++) inF[nx[f]] = 0; const z = fr; fr = nx; nx = z; nf = nn; }
    for (const a of isS) if (a !== lt[1]) for (let i = oh[a]; i < oh[a + 1]; i++) { const p = oi[i], j = pT[p]; if (lidx[j] >= 0 || eff[p] * pot[j] <= pot[a]) continue; let c = 0;
      for (let k = pO[p]; k < pO[p + 1] && this.spot[pe[k]] * pot[j] > pot[a]; k++) { const e = pe[k]; this.at(e, pot[a] / pot[j], R); const z = pot[j] * R[1] - pot[a] * R[0] - gas[e] * gp;
      if (z > c) c = z; } if (c > 2e-6 * S.val) out.push([c, j]); }
    out.sort((x, y) => y[0] - x[0]); const add = new Set(); for (const [, j0] of out.slice(0, 8)) { let k = j0; for (let h = 0; h < 3 && lidx[k] < 0; h++) { add.add(k); let bv = 0, bk = -1;
      for (let i = oh[k]; i < oh[k + 1]; i++) { const z = eff[oi[i]] * pot[pT[oi[i]]]; if (z > bv) { bv = z; bk = pT[oi[i]]; } } if (bk < 0) break; k = bk; } if (add.size > 8) break; }
    for (let i = 0; i < nt; i++) pot[tp[i]] = 0; return [...add];
  }
  // Routes with >= 2 paths contain a diamond: s ->u, two disjoint paths u -> v, v -> t, all legs different.  With leg lengths l = max(0, q - arb):
  //   value <= base - min over (u, v) of [d(s,u) + 2 d(u,v) + d(v,t)]   (a shortest path over states (token, phase), phase-1 legs cost double).
  // Exactly two legs s->t is left to the direct-pool bound; direct leg + other path is added apart.  Search radius: base - net.
  diamond(s, t, base, net) {
    const { pot, pT, pF, pO, pe, spot, gas, gp, R, oh, oi, xtra } = this, rad = base - net; if (rad <= 0) return net;
    const len = p => { const va = pot[pF[p]], vb = pot[pT[p]]; let m = Infinity; for (let i = pO[p]; i < pO[p + 1]; i++) { const e = pe[i]; let l = gas[e] * gp;
      if (vb > 0 && va > 0 && va < vb * spot[e]) l -= this.arbUB(e, va, vb); if (l < m) m = l; } return m < 0 ? 0 : m; };
    const d = [new Map([[s, 0]]), new Map(), new Map()]; let fr = [[s, 0]], best = rad, direct = Infinity; const memo = new Map(), L = p => { let z = memo.get(p);
      if (z === undefined) memo.set(p, z = len(p)); return z; };
    const set = (k, ph, c, nx) => { if (c < best && c < (d[ph].get(k) ?? Infinity)) { d[ph].set(k, c); if (k === t) { if (ph === 2) best = c; } else nx.push([k, ph]); } };
    for (let r = 0; r < 12 && fr.length; r++) { const nx = []; for (const [k, ph] of fr) { const dk = d[ph].get(k); if (dk >= best) continue; const visit = p => { const b = pT[p];
      if (b === s) return; const l = L(p); if (k === s && b === t) { if (l < direct) direct = l; return; }
          if (ph === 0) { set(b, 0, dk + l, nx); set(b, 1, dk + 2 * l, nx); set(b, 2, dk + 2 * l, nx); } else if (ph === 1) { set(b, 1, dk + 2 * l, nx); set(b, 2, dk + 2 * l, nx);
            } else set(b, 2, dk + l, nx); };
        for (let i = oh[k]; i < oh[k + 1]; i++) visit(oi[i]); for (const p of xtra) if (pF[p] === k && (this.peeled[k] || this.peeled[pT[p]])) visit(p); } fr = nx; }
    const other = (d[0].get(t) ?? Infinity) + direct; return Math.max(net, base - Math.min(best, other));
  }
  maskOf(list) { const m = new Uint8Array(NS); m[0] = m[1] = 1; for (const e of list) m[this.eA[e]] = m[this.eB[e]] = 1; return m; }
  // re-index prices by token when the core is rebuilt
  rebuild(s, t, extra, v, max, cap) { const lt = this.lt.slice(0, this.n), old = v.slice(); this.buildCore(s, t, this.D, this.gp, extra, max, cap); const nv = new Float64Array(NS);
    lt.forEach((j, i) => { if (this.lidx[j] >= 0) nv[this.lidx[j]] = old[i]; }); if (this.useUB) this.localUB(); return nv; }
  // upper bounds over a few price vectors; S = final support (destroys the core)
  certify(S, K, s, t, extra) {
    const t0 = performance.now(); this.flowBounds(s, true);
      let U = Infinity, UK = Infinity, U0 = Infinity, tokens = [], lamK = 0, npos = 0, U3 = new Array(5).fill(Infinity), Ud = Infinity, cls = null;
    const all = () => new Uint8Array(NS).fill(1), take = (v, m) => { const r = this.priceOut(v, m, K); if (r.U < U) { U = r.U; npos = r.npos; } if (r.UK < UK) { UK = r.UK; lamK = r.lamK;
      } if (r.U0 < U0) U0 = r.U0; U3 = U3.map((z, i) => Math.min(z, r.need[i])); tokens = r.tokens; return r; };
    take(S.nu, this.maskOf(S.list)); let v = new Float64Array(NS), lamS = S.list.length >= K - 1 ? Math.max(0, Math.min(...S.c)) : 0; v.set(S.nu); this.fixed.set(this.maskOf(S.list));
      if (this.lev >= 2) { v = this.rebuild(s, t, extra.concat([...this.lt.slice(2, this.n)]), v, 50, 60); this.fixed.fill(0);
      for (let i = 0; i < this.n; i++) this.fixed[i] = v[i] > 0 ? 1 : 0; } this.fillPrices(v);
    const v0 = v.slice(); let lt0 = this.lt.slice(0, this.n);
    for (let r = 0; r < 5; r++) { // uncapped: anneal the gas smoothing, add violating tokens
      for (const del of r ? [0.3, 0.1, 0.03] : [1, 0.3, 0.1, 0.03]) { this.coreDual(v, 0, [del]); take(v, all()); }
      if (!tokens.length || this.n + tokens.length > NS - 2) break; extra = [...this.lt.slice(2, this.n), ...tokens]; v = this.rebuild(s, t, extra, v, 0, NS - 1); this.fixed.fill(0);
        for (let i = 0; i < this.n; i++) this.fixed[i] = v[i] > 0 ? 1 : 0; this.fillPrices(v);
    }
    if (S.list.length <= 6) { let w = v.slice(); for (const gs of [0.3, 0.1, 0.03, 0.01]) { this.gScale = gs; this.coreDual(w, 0, [0.3], 15);
      if (gs < 0.2) { for (const mode of [0, -1]) { const r = this.priceOut(w, all(), K, mode, S.val); U3 = U3.map((z, i) => Math.min(z, r.need[i])); Ud = Math.min(Ud, r.Udia);
      if (r.U0 < U0) U0 = r.U0; } } } this.gScale = 1; cls = this.classBound(s, t, S.val, U3, Ud); U = Math.min(U, cls.U); UK = Math.min(UK, U); }
    if (S.list.length >= K - 1) { // capped: price lam per leg, U_K(nu) = D nu_s + sum of the K largest c
      const w = new Float64Array(NS); lt0.forEach((j, i) => { if (this.lidx[j] >= 0) w[this.lidx[j]] = v0[i]; }); for (let i = 0; i < this.n; i++) if (!(w[i] > 0)) w[i] = v[i];
      let lam = Math.max(lamS, 1e-9 * U); for (let r = 0; r < 10; r++) { this.coreDual(w, lam, r ? [0.1, 0.03] : [1, 0.3, 0.1, 0.03]); const z = take(w, all());
        if (Math.abs(z.lamK - lam) < 0.01 * lam) break; lam = z.lamK > 0 ? Math.sqrt(lam * z.lamK) : lam * 0.4; }
    }
    this.useUB = false; return { U, UK: Math.min(U, UK), U0, cls, tokens, npos, n: this.n, ms: performance.now() - t0 };
  }
  // class bound for small trades: every route is (1) one path: exact label relaxation over the whole graph, (2) two or more direct pools,
  // or (3) two or more paths with at least m = max(3, hops + 1) legs: U_m(nu) = D nu_s + positives + the largest non-positive c up to m legs
  classBound(s, t, net, dual3, Ud) {
    const { D, gp, pot, tp, pF, pT, pO, pe, pSpot, spot, gas, R } = this, one = new Uint8Array(NS); one[1] = 1; const v = new Float64Array(NS); v[1] = 1; const nt = this.extend(v, one);
    let best = net, labels = [[s, D, 0]], cnt = 0, complete = false, minHops = 0;
    for (let h = 1; h <= 7; h++) {
      const at = new Map();
      for (const [k, A, G] of labels) { const visit = p => { const b = pT[p], pb = b === t ? 1 : pot[b]; if (b === s || !(pb > 0)) return;
        for (let i = pO[p]; i < pO[p + 1]; i++) { const e = pe[i]; if (A * spot[e] * pb - G - this.qmin * gp <= best) break; const g = G + gas[e] * gp; cnt++; const y = this.out(e, A);
        if (!(y > 0) || y * pb - g <= best) continue; if (b === t) { best = y - g; continue; } const l = at.get(b); if (!l) { at.set(b, [[b, y, g]]); continue;
        } if (l.some(z => z[1] >= y && z[2] <= g)) continue; at.set(b, l.filter(z => !(z[1] <= y && z[2] >= g)).concat([[b, y, g]])); } };
        for (let i = this.oh[k]; i < this.oh[k + 1]; i++) visit(this.oi[i]); for (const p of this.xtra) if (pF[p] === k && (this.peeled[pF[p]] || this.peeled[pT[p]])) visit(p); }
      labels = [...at.values()].flat(); if (!labels.length) { complete = true; break; } if (cnt > 200000) break;
    }
    for (let i = 0; i < nt; i++) pot[tp[i]] = 0; const U1 = complete ? best : Infinity; { const seen = new Set([s]); let f = [s]; for (let h = 1; h <= 5 && !minHops; h++) { const nx = [];
      for (const k of f) { const see = p => { const b = pT[p]; if (b === t) minHops ||= h; if (!seen.has(b)) { seen.add(b); nx.push(b); } };
      for (let i = this.oh[k]; i < this.oh[k + 1]; i++) see(this.oi[i]); for (const p of this.xtra) if (pF[p] === k) see(p); } f = nx; } }
    dual3 = dual3[Math.max(0, Math.min(4, (minHops || 1) + 1 - 3))];
    let U2 = -Infinity; const pd = this.pairOf.get(s * this.T + t); // direct pools only, >= 2 of them: min over one price
    if (pd !== undefined && pO[pd + 1] - pO[pd] >= 2) { const f = lv => { const va = Math.exp(lv), c = []; for (let i = pO[pd]; i < pO[pd + 1]; i++) { const e = pe[i]; let arb = 0;
      if (va < spot[e]) { this.at(e, va, R); arb = R[1] - va * R[0]; } c.push(arb - gas[e] * gp); } c.sort((x, y) => y - x); let z = D * va;
      c.forEach((x, i) => { if (i < 2 || x > 0) z += x; }); return z; };
      let lo = Math.log(pSpot[pd]) - 3, hi = lo + 3.01; for (let i = 0; i < 60; i++) { const a = lo + (hi - lo) * 0.382, b = lo + (hi - lo) * 0.618; if (f(a) < f(b)) hi = b; else lo = a;
        } U2 = f((lo + hi) / 2); }
    dual3 = Math.min(dual3, Ud); return { U: Math.max(U1, U2, dual3), U1, U2, U3: dual3, cnt };
  }
  // start support from the core dual with a leg price lam chosen so that about `cap` edges stay positive
  dualStart(nu0, cap) {
    const { n, nb, bA, bB, bO, eG, eS, eQ, R } = this, v = new Float64Array(nu0); for (let i = 0; i < n; i++) this.fixed[i] = v[i] > 0 ? 1 : 0; this.fillPrices(v);
    const collect = () => { const o = []; for (let k = 0; k < nb; k++) { const va = v[bA[k]], vb = v[bB[k]], rho = va / vb;
      for (let e = bO[k]; e < bO[k + 1] && rho < eS[e]; e++) { this.at(eG[e], rho, R); const c = vb * R[1] - va * R[0] - eQ[e]; if (c > 0) o.push([c, e]);
      } } return o.sort((x, y) => y[0] - x[0]); };
    let lam = 0, cs, lo = 0, hi = Infinity; this.coreDual(v, this.D * v[0] * 1e-4, [1], 30, 1e-5); 
    for (let r = 0; r < 7; r++) { this.coreDual(v, lam, r ? [0.1] : [1, 0.3, 0.1], 12, 1e-6); cs = collect(); const over = cs.filter(z => z[0] > lam).length; if (over <= cap) { hi = lam;
      if (lam === 0 || over >= cap * 0.85) break; } else lo = lam; const lk = cs.length > cap ? cs[cap][0] : lam * 0.5;
      lam = hi < Infinity ? Math.sqrt(Math.max(lo, hi * 0.05) * hi) : Math.max(lk, lam * 1.5); }
    const list = []; for (const [, e] of cs) { if (list.length >= cap) break; list.push(e); if (!this.acyclic(list)) list.pop(); } for (const e of list) this.ex[e] = 1;
      const l = this.clean(list); if (!l.length) return null;
    const S = this.trial(l, v); return S.list.length && this.feasible(S) ? S : null;
  }
  feasible(S) { let out = 0, need = this.D; for (const e of S.list) if (this.eA[e] === 0) out += this.ex[e]; return out > need * 0.999; }
  solve(s, t, D, gp, opt = {}) {
    const cap = opt.cap ?? 24, t0 = performance.now(), ms = { core: 0, dp: 0, ls: 0, scan: 0 }; this.nEval = this.nSolve = this.nNewton = this.tries = 0;
    let best = null, single = null, extra = [], rounds = 0, cert = null, tt = t0; const lap = k => { const z = performance.now(); ms[k] += z - tt; tt = z; };
    for (;; rounds++) {
      const keep = best && { e: best.list.map(e => this.eG[e]), nu: best.nu.slice(), lt: this.lt.slice(0, this.n) };
      this.buildCore(s, t, D, gp, extra); if (!this.m) return null; lap('core'); const starts = [];
      if (!rounds) {
        let paths = this.bestPaths(D, 4, opt.starts ?? 3); if (!paths.length || this.lev >= 2) { const p2 = this.bestPaths(D / 16, 4, 2); if (!p2.length) return null;
          if (!paths.length) paths = p2.map(p => ({ ...p, net: -Infinity })); else paths = paths.slice(0, 1).concat(p2.slice(0, 1)); }
        single = paths[0]; lap('dp'); for (const p of paths) if (p.net >= single.net * 0.9 || this.lev >= 2) starts.push(this.pathState(p.path, D));
      } else { // map the support into the new core
        const nu = new Float64Array(NS); keep.lt.forEach((j, i) => { if (this.lidx[j] >= 0) nu[this.lidx[j]] = keep.nu[i]; }); const ix = new Map();
          for (let e = 0; e < this.m; e++) ix.set(this.eG[e], e); const l = keep.e.map(g => ix.get(g)); if (l.includes(undefined)) break; best = this.trial(l, nu); starts.push(best);
      }
      if (this.lev >= 2) { const d = this.dualStart(starts[0].nu, cap); if (d) starts.push(d); }
      // several local searches: every start one edge at a time (in batches when the cap is large), the first start also in batches, and
      // once more from a support first built under a tighter cap (escapes supports that grew too wide too early)
      const seen = new Set(), runs = starts.map(S0 => () => this.improve(S0, cap, 400, cap > 40));
      if (!rounds && cap <= 40) runs.push(() => this.improve(starts[0], cap, 400, true));
      if (!rounds) runs.push(() => { const k = Math.round(best.list.length * 0.6); return best.list.length < 4 || starts[0].list.length > k ? best : this.improve(this.improve(starts[0], k, 200, false), cap, 400, false); });
      for (const f of runs) { const S = f(), key = S.list.slice().sort((a, b) => a - b).join();
        if (seen.has(key)) continue; seen.add(key); if (!best || S.val > best.val) best = S; }
      if (opt.shrink !== 0 && cap < 60 && best.list.length >= cap - 1) for (const big of opt.big ?? [2, 4]) { const B = this.improve(best, cap * big, 400, true), S1 = this.shrink(B, cap);
        if (!S1) continue; const S = this.improve(S1, cap, 400, false); if (S.val > best.val && this.feasible_(S)) best = S; }
      if (opt.ruin !== 0) best = this.ruin(best, cap, opt.ruin ?? (best.list.length >= cap - 1 ? 30 : 4), opt.ruinBudget ?? 4000); lap('ls');
      if (rounds >= (opt.rounds ?? 2)) break; const nw = this.missing(best).filter(j => !extra.includes(j)); lap('scan'); if (!nw.length) break;
      extra = [...new Set(best.list.flatMap(e => [this.lt[this.eA[e]], this.lt[this.eB[e]]]).concat(extra, nw))];
    }
    const final = best; let pr = this.primal(best); if (!pr || (single.net > -Infinity && pr.net < single.net && !rounds)) { const S1 = this.pathState(single.path, D), p1 = this.primal(S1);
      if (p1) { best = S1; pr = p1; } } lap('ls');
    const total = performance.now() - t0; if (opt.cert) cert = this.certify(final, cap, s, t, extra);
    return { ...pr, cert, S: best, legs: pr?.steps.length, single: single.net, n: this.n, m: this.m, rounds, nEval: this.nEval, nSolve: this.nSolve, nNewton: this.nNewton, tries: this.tries, ms: { ...ms, total } };
  }
}
function chol(A, n, b) { // in place Cholesky of the lower triangle, then solve
  for (let j = 0; j < n; j++) { let d = A[j * n + j]; for (let k = 0; k < j; k++) d -= A[j * n + k] * A[j * n + k]; d = Math.sqrt(d > 1e-300 ? d : 1e-300); A[j * n + j] = d;
    const id = 1 / d; for (let i = j + 1; i < n; i++) { let v = A[i * n + j]; for (let k = 0; k < j; k++) v -= A[i * n + k] * A[j * n + k]; A[i * n + j] = v * id; } }
  for (let i = 0; i < n; i++) { let v = b[i]; for (let k = 0; k < i; k++) v -= A[i * n + k] * b[k]; b[i] = v / A[i * n + i]; } for (let i = n - 1; i >= 0; i--) { let v = b[i];
    for (let k = i + 1; k < n; k++) v -= A[k * n + i] * b[k]; b[i] = v / A[i * n + i]; }
}
