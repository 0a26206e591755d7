// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {ICoin} from "../../../../contracts/sandbox/ICoin.sol";

/// @notice A port, not Curve's code: pools with the interface and integers of Curve's StableSwap and
/// StableSwap-NG, limited to `exchange`. Shares (see CurveBasePort), ramps and the averages of the oracles are left
/// out. Checked arithmetic reverts where Vyper's does.
contract CurveStablePort {
    struct Settings {
        /// A StableSwap-NG: dynamic fee, public rates, oracles that may revert, `exchange` pays a receiver.
        bool isNew;
        /// D's product is divided by n^n at the end. Always so in a StableSwap-NG.
        bool dividedOnce;
        /// 1 or 100.
        uint256 precision;
        /// A · n^(n-1) · precision
        uint256 a;
        /// In 10^-10, as the next two.
        uint256 fee;
        uint256 admin_fee;
        uint256 offpeg;
    }

    /// Balances after a trade, its output before the fee, and the fee in 10^-10.
    struct Turn {
        uint256 sold;
        uint256 left;
        uint256 gross;
        uint256 taken;
    }

    uint256 internal constant UNIT = 1e10;
    uint256 internal constant WAD = 1e18;

    bool internal isNew;
    bool internal dividedOnce;
    uint256 internal aUnit;
    uint256 public A_precise;
    uint256 public fee;
    uint256 public admin_fee;
    uint256 public offpeg_fee_multiplier;
    address[] public coins;
    uint256[] internal stored;
    /// For a StableSwap-NG, which stores the administrator's part separately.
    uint256[] internal admins;
    uint256[] internal rates;
    mapping(uint256 => uint256) public prices;
    uint256 public lastD;
    uint256 public lastTime;

    constructor(Settings memory chosen, address[] memory coins_, uint256[] memory rates_) {
        (isNew, dividedOnce, aUnit) = (chosen.isNew, chosen.dividedOnce, chosen.precision);
        (A_precise, fee, admin_fee) = (chosen.a, chosen.fee, chosen.admin_fee);
        (offpeg_fee_multiplier, coins, rates) = (chosen.offpeg, coins_, rates_);
        (stored, admins) = (new uint256[](coins_.length), new uint256[](coins_.length));
    }

    /// Replaces `add_liquidity`; shares are not needed here.
    function fill(uint256[] calldata amounts) external {
        for (uint256 i = 0; i < amounts.length; i++) stored[i] += _take(i, amounts[i]);
    }

    /// Rates that an oracle or a vault gives in the original.
    function setRates(uint256[] calldata rates_) external {
        rates = rates_;
    }

    function exchange(int128 i, int128 j, uint256 dx, uint256 minOut) external {
        uint256 dy = _exchange(_index(i), _index(j), dx, minOut, msg.sender);
        // the first pools return nothing
        if (isNew) assembly {
            mstore(0, dy)
            return(0, 0x20)
        }
    }

    function exchange(int128 i, int128 j, uint256 dx, uint256 minOut, address receiver) external returns (uint256) {
        require(isNew, "no such function");
        return _exchange(_index(i), _index(j), dx, minOut, receiver);
    }

    function get_dy(int128 i, int128 j, uint256 dx) external view returns (uint256) {
        uint256[] memory r = _rates();
        (Turn memory turn,,) = _priced(_index(i), _index(j), dx, r);
        uint256 rate = r[_index(j)];
        if (isNew) return (turn.gross - turn.taken * turn.gross / UNIT) * WAD / rate;
        uint256 dy = turn.gross * WAD / rate;
        return dy - turn.taken * dy / UNIT;
    }

    function balances(uint256 i) public view returns (uint256) {
        return isNew ? stored[i] - admins[i] : stored[i];
    }

    function A() external view returns (uint256) {
        return A_precise / aUnit;
    }

    function future_A() external view returns (uint256) {
        return A_precise;
    }

    function stored_rates() external view returns (uint256[] memory) {
        return _rates();
    }

    function _exchange(uint256 from, uint256 to, uint256 dx, uint256 minOut, address receiver)
        private
        returns (uint256 dy)
    {
        require(from != to && dx > 0, "nothing");
        uint256[] memory r = _begin();
        dy = _settle(from, to, _take(from, dx), r);
        require(dy >= minOut, "too little");
        ICoin(coins[to]).transfer(receiver, dy);
    }

    /// The rates that a trade uses.
    function _begin() internal virtual returns (uint256[] memory) {
        return _rates();
    }

    /// The factor that scales a token's amount to 18 decimals, with 18 more.
    function _rates() internal view virtual returns (uint256[] memory) {
        return rates;
    }

    /// Trades what arrived, without the payment.
    function _settle(uint256 from, uint256 to, uint256 dx, uint256[] memory r) internal returns (uint256 dy) {
        (Turn memory turn, uint256[] memory xp, uint256 d) = _priced(from, to, dx, r);
        uint256 kept;
        (dy, kept) = _split(turn.gross, turn.taken, r[to]);
        (xp[from], xp[to]) = (turn.sold, turn.left);
        if (isNew) _upkeep(xp, d);
        stored[from] += dx;
        if (isNew) (stored[to], admins[to]) = (stored[to] - dy, admins[to] + kept);
        else stored[to] -= dy + kept;
    }

    /// @return turn the trade @return xp the balances before it @return d
    function _priced(uint256 from, uint256 to, uint256 dx, uint256[] memory r)
        internal
        view
        returns (Turn memory turn, uint256[] memory xp, uint256 d)
    {
        (xp, d) = _scaled(r);
        turn.sold = xp[from] + dx * r[from] / WAD;
        uint256 held = xp[from];
        xp[from] = turn.sold;
        turn.left = _getY(to, xp, d);
        xp[from] = held;
        turn.gross = xp[to] - turn.left - 1;
        turn.taken = _fee(fee, (held + turn.sold) / 2, (xp[to] + turn.left) / 2);
    }

    /// The payment, and the administrator's part of the fee, in smallest units.
    function _split(uint256 gross, uint256 taken, uint256 rate) private view returns (uint256 dy, uint256 kept) {
        uint256 part = gross * taken / UNIT;
        dy = (gross - part) * WAD / rate;
        kept = part * admin_fee / UNIT * WAD / rate;
    }

    function _take(uint256 i, uint256 amount) internal returns (uint256) {
        return _pull(coins[i], amount);
    }

    function _pull(address coin, uint256 amount) internal returns (uint256) {
        uint256 before = ICoin(coin).balanceOf(address(this));
        ICoin(coin).transferFrom(msg.sender, address(this), amount);
        return ICoin(coin).balanceOf(address(this)) - before;
    }

    function _fee(uint256 least, uint256 a, uint256 b) internal view returns (uint256) {
        uint256 multiplier = offpeg_fee_multiplier;
        if (!isNew || multiplier <= UNIT) return least;
        return multiplier * least / ((multiplier - UNIT) * 4 * a * b / (a + b) ** 2 + UNIT);
    }

    function _scaled(uint256[] memory r) internal view returns (uint256[] memory xp, uint256 d) {
        xp = new uint256[](r.length);
        for (uint256 k = 0; k < xp.length; k++) xp[k] = r[k] * balances(k) / WAD;
        d = _getD(xp);
    }

    function _getD(uint256[] memory xp) internal view returns (uint256 d) {
        (uint256 n, uint256 precision, bool once) = (xp.length, aUnit, dividedOnce);
        for (uint256 k = 0; k < n; k++) d += xp[k];
        if (d == 0) return 0;
        (uint256 sum, uint256 ann) = (d, A_precise * n);
        for (uint256 step = 0; step < 255; step++) {
            uint256 product = d;
            for (uint256 k = 0; k < n; k++) product = product * d / (once ? xp[k] : xp[k] * n);
            if (once) product /= n ** n;
            uint256 last = d;
            d = (ann * sum / precision + product * n) * d / ((ann - precision) * d / precision + (n + 1) * product);
            if (_near(d, last)) return d;
        }
        require(precision == 1, "no D"); // the first pools go on
    }

    /// The balance of `to` if all others are as in `xp`.
    function _getY(uint256 to, uint256[] memory xp, uint256 d) internal view returns (uint256 y) {
        (uint256 n, uint256 precision) = (xp.length, aUnit);
        (uint256 ann, uint256 c, uint256 sum) = (A_precise * n, d, 0);
        for (uint256 k = 0; k < n; k++) {
            if (k == to) continue;
            sum += xp[k];
            c = c * d / (xp[k] * n);
        }
        c = c * d * precision / (ann * n);
        uint256 b = sum + d * precision / ann;
        y = d;
        for (uint256 step = 0; step < 255; step++) {
            uint256 last = y;
            y = (y * y + c) / (2 * y + b - d);
            if (_near(y, last)) return y;
        }
        require(precision == 1, "no y");
    }

    /// The oracle update: computed here because it may revert, and for its gas.
    function _upkeep(uint256[] memory xp, uint256 d) internal {
        uint256 n = xp.length;
        uint256 ann = A_precise * n;
        uint256 part = d / n ** n;
        for (uint256 k = 0; k < n; k++) part = part * d / xp[k];
        uint256 weighed = ann * xp[0] / aUnit;
        for (uint256 k = 1; k < n; k++) prices[k] = WAD * (weighed + part * xp[0] / xp[k]) / (weighed + part);
        require(d < 2 ** 128, "D too large");
        lastD = d | block.timestamp << 128;
        lastTime = block.timestamp | block.timestamp << 128;
    }

    function _near(uint256 one, uint256 other) private pure returns (bool) {
        return one > other ? one - other <= 1 : other - one <= 1;
    }

    function _index(int128 i) internal view returns (uint256) {
        require(i >= 0 && uint128(i) < coins.length, "no such coin");
        return uint128(i);
    }
}
