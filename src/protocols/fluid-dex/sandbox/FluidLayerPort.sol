// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {FluidMath} from "./FluidMath.sol";
import {ICoin} from "../../../../contracts/sandbox/ICoin.sol";

interface ILayerUser {
    function liquidityCallback(address token, uint256 amount, bytes calldata data) external;
}

/// @notice A port, not Instadapp's code: the liquidity layer of Fluid with the real words in the real slots, limited
/// to what pools use. Prices do not accrue over time, limits do not decay in steps, and there is no governance: words
/// are written directly.
contract FluidLayerPort {
    using FluidMath for uint256;

    address private constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;
    uint256 private constant MOST = type(uint128).max >> 1;
    uint256 private constant WHOLE = 10_000;

    uint256[5] private before5;
    mapping(address token => uint256) private prices;
    uint256 private rates6;
    mapping(address token => uint256) private totals;
    mapping(address user => mapping(address token => uint256)) private supplies;
    mapping(address user => mapping(address token => uint256)) private debts;
    uint256 private listed10;
    mapping(address token => uint256) private limits;

    struct Sums {
        uint256 suppliedRaw;
        uint256 suppliedFree;
        uint256 owedRaw;
        uint256 owedFree;
    }

    /// The amount that a user moved, without interest if the position bears some.
    struct Move {
        uint256 raw;
        bool bearing;
    }

    receive() external payable {}

    /// Replaces governance and earlier actions of users.
    /// @param age of a time stored at `shift` in the word, seconds
    function write(bytes32 slot, uint256 word, uint256 shift, uint256 age) external payable {
        word |= (block.timestamp - age) << shift;
        assembly {
            sstore(slot, word)
        }
    }

    function readFromStorage(bytes32 slot) external view returns (uint256 word) {
        assembly {
            word := sload(slot)
        }
    }

    function operate(address token, int256 supplied, int256 owed, address takeTo, address borrowTo, bytes calldata data)
        external
        payable
        returns (uint256, uint256)
    {
        require(supplied != 0 || owed != 0, "nothing is moved");
        require(_abs(supplied) <= MOST && _abs(owed) <= MOST, "no room");
        uint256 word = prices[token];
        require(word >> 255 == 0, "paused");
        _takeIn(token, _plus(supplied) + _plus(-owed), data);
        uint256 sums = totals[token];
        Sums memory s = _sums(sums);
        if (supplied != 0) sums = _sumSupplied(s, sums, _supply(token, supplied, word.bits(91, 64)), supplied > 0);
        if (owed != 0) sums = _sumOwed(s, sums, _owe(token, owed, word.bits(155, 64)), owed > 0);
        totals[token] = sums;
        _account(token, word, s, supplied > 0, owed > 0);
        _pay(token, takeTo, _plus(-supplied));
        _pay(token, borrowTo, _plus(owed));
        return (word.bits(91, 64), word.bits(155, 64));
    }

    function _sums(uint256 word) private pure returns (Sums memory) {
        return Sums(
            word.bits(0, 64).unpack(), word.bits(64, 64).unpack(), word.bits(128, 64).unpack(), (word >> 192).unpack()
        );
    }

    function _takeIn(address token, uint256 due, bytes calldata data) private {
        uint256 got = msg.value;
        if (token != NATIVE) {
            require(got == 0, "value for a token");
            if (due == 0) return;
            uint256 held = ICoin(token).balanceOf(address(this));
            ILayerUser(msg.sender).liquidityCallback(token, due, data);
            got = ICoin(token).balanceOf(address(this)) - held;
        }
        require(got >= due && got <= (due * 10_100) / WHOLE, "not what is due");
    }

    function _supply(address token, int256 amount, uint256 price) private returns (Move memory m) {
        uint256 word = supplies[msg.sender][token];
        require(word != 0 && word >> 255 == 0, "no such user");
        uint256 has = word.bits(1, 64).unpack();
        uint256 stay = _mustStay(word, has);
        m.bearing = word & 1 == 1;
        m.raw = m.bearing ? _raw(_abs(amount), price, amount < 0) : _abs(amount);
        has = amount > 0 ? has + m.raw : has - m.raw;
        require(amount > 0 || has >= stay, "withdrawal limit");
        stay = has < word.bits(200, 18).unpack() ? 0 : _max(has - (has * word.bits(162, 14)) / WHOLE, stay);
        supplies[msg.sender][token] = _touched(word, has.pack(56, false), stay.pack(56, false));
    }

    function _owe(address token, int256 amount, uint256 price) private returns (Move memory m) {
        uint256 word = debts[msg.sender][token];
        require(word != 0 && word >> 255 == 0, "no such user");
        uint256 has = word.bits(1, 64).unpack();
        uint256 most = _mayOwe(word, has);
        m.bearing = word & 1 == 1;
        m.raw = m.bearing ? _raw(_abs(amount), price, amount > 0) : _abs(amount);
        has = amount > 0 ? has + m.raw : has - m.raw;
        require(amount < 0 || has <= most, "borrow limit");
        uint256 grown = has + (has * word.bits(162, 14)) / WHOLE;
        uint256 base = word.bits(200, 18).unpack();
        most = grown < base ? base : _min(most, _min(grown, word.bits(218, 18).unpack()));
        debts[msg.sender][token] = _touched(word, has.pack(56, true), most.pack(56, false));
    }

    function _sumSupplied(Sums memory s, uint256 sums, Move memory m, bool grows) private pure returns (uint256) {
        if (m.bearing) s.suppliedRaw = _moved(s.suppliedRaw, m.raw, grows);
        else s.suppliedFree = _moved(s.suppliedFree, m.raw, grows);
        require(s.suppliedFree <= MOST, "no room");
        return _changed(sums, (m.bearing ? s.suppliedRaw : s.suppliedFree).pack(56, false), m.bearing ? 0 : 64);
    }

    function _sumOwed(Sums memory s, uint256 sums, Move memory m, bool grows) private pure returns (uint256) {
        if (m.bearing) s.owedRaw = _moved(s.owedRaw, m.raw, grows);
        else s.owedFree = _moved(s.owedFree, m.raw, grows);
        require(s.owedFree <= MOST, "no room");
        return _changed(sums, (m.bearing ? s.owedRaw : s.owedFree).pack(56, true), m.bearing ? 128 : 192);
    }

    function _mustStay(uint256 word, uint256 had) private view returns (uint256) {
        uint256 last = word.bits(65, 64).unpack();
        if (last == 0) return 0;
        uint256 most = (had * word.bits(162, 14)) / WHOLE;
        uint256 fallen = (most * (block.timestamp - word.bits(129, 33))) / word.bits(176, 24);
        return _max(had - most, last > fallen ? last - fallen : 0);
    }

    function _mayOwe(uint256 word, uint256 had) private view returns (uint256) {
        uint256 most = (had * word.bits(162, 14)) / WHOLE;
        uint256 grown = (most * (block.timestamp - word.bits(129, 33))) / word.bits(176, 24);
        uint256 now_ = _min(grown + word.bits(65, 64).unpack(), had + most);
        uint256 base = word.bits(200, 18).unpack();
        return now_ < base ? base : _min(now_, word.bits(218, 18).unpack());
    }

    /// Writes the amount lent out and the two ratios if one moved by more than the threshold or a day has passed.
    function _account(address token, uint256 word, Sums memory s, bool supplies_, bool borrows) private {
        uint256 bearing = (s.suppliedRaw * word.bits(91, 64)) / 1e12;
        uint256 owing = (s.owedRaw * word.bits(155, 64)) / 1e12;
        require((!supplies_ || bearing <= MOST) && (!borrows || owing <= MOST), "no room");
        uint256 all = bearing + s.suppliedFree;
        uint256 lent = all == 0 ? 0 : ((owing + s.owedFree) * WHOLE) / all;
        if (borrows) {
            require(lent <= (word.bits(249, 1) == 1 ? limits[token].bits(0, 14) : WHOLE), "max utilization");
        }
        _write(token, word, lent, [_part(bearing, s.suppliedFree), _part(owing, s.owedFree)]);
    }

    function _write(address token, uint256 word, uint256 lent, uint256[2] memory parts) private {
        uint256 most = word.bits(44, 14);
        if (
            block.timestamp <= word.bits(58, 33) + 1 days && _near(lent, word.bits(30, 14), most)
                && _alike(parts[0], word.bits(219, 15), most) && _alike(parts[1], word.bits(234, 15), most)
        ) return;
        require(lent < 1 << 14, "no room");
        word &= ~(_mask(30, 14) | _mask(58, 33) | _mask(219, 30));
        prices[token] = word | (lent << 30) | (block.timestamp << 58) | (parts[0] << 219) | (parts[1] << 234);
    }

    function _pay(address token, address to, uint256 amount) private {
        if (amount == 0) return;
        require(to != address(0), "no receiver");
        if (token != NATIVE) return ICoin(token).transfer(to, amount);
        (bool done,) = to.call{value: amount}("");
        require(done);
    }

    function _touched(uint256 word, uint256 amount, uint256 limit) private view returns (uint256) {
        require(word.bits(1, 64) != amount, "too little");
        return (word & ~_mask(1, 161)) | (amount << 1) | (limit << 65) | (block.timestamp << 129);
    }

    function _changed(uint256 sums, uint256 sum, uint256 at) private pure returns (uint256 next) {
        next = (sums & ~_mask(at, 64)) | (sum << at);
        require(next != sums, "too little");
    }

    function _raw(uint256 amount, uint256 price, bool up) private pure returns (uint256) {
        return (amount * 1e12 + (up ? price - 1 : 0)) / price;
    }

    function _moved(uint256 had, uint256 by, bool grows) private pure returns (uint256) {
        require(by <= 1 << 80 || by <= (grows ? had * 10_000 : had / 2), "ratio");
        return grows ? had + by : had > by ? had - by : 0;
    }

    function _part(uint256 bearing, uint256 free) private pure returns (uint256) {
        if (bearing > free) return ((free * WHOLE) / bearing) << 1;
        if (bearing < free) return (((bearing * WHOLE) / free) << 1) | 1;
        return bearing == 0 ? 0 : WHOLE << 1;
    }

    function _alike(uint256 a, uint256 b, uint256 most) private pure returns (bool) {
        return a & 1 == b & 1 && _near(a >> 1, b >> 1, most);
    }

    function _near(uint256 a, uint256 b, uint256 most) private pure returns (bool) {
        return (a > b ? a - b : b - a) <= most;
    }

    function _mask(uint256 at, uint256 count) private pure returns (uint256) {
        return ((1 << count) - 1) << at;
    }

    function _plus(int256 n) private pure returns (uint256) {
        return n > 0 ? uint256(n) : 0;
    }

    function _abs(int256 n) private pure returns (uint256) {
        return uint256(n < 0 ? -n : n);
    }

    function _max(uint256 a, uint256 b) private pure returns (uint256) {
        return a > b ? a : b;
    }

    function _min(uint256 a, uint256 b) private pure returns (uint256) {
        return a < b ? a : b;
    }
}
