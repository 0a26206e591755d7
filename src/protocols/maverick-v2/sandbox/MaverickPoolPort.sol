// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {ICoin} from "../../../../contracts/sandbox/ICoin.sol";
import {MaverickBins} from "./MaverickBins.sol";
import {MaverickMath as M} from "./MaverickMath.sol";

interface ISwapCallback {
    function maverickV2SwapCallback(address tokenIn, uint256 amountIn, uint256 amountOut, bytes calldata data) external;
}

/// @notice A port, not Maverick's code: a pool of its second version with the real interface and integers, limited to
/// exact-input swaps and the movement of bins after them. Shares and flash loans are left out.
contract MaverickPoolPort is MaverickBins {
    struct State {
        uint128 reserveA;
        uint128 reserveB;
        int64 lastTwaD8;
        int64 lastLogPriceD8;
        uint40 lastTimestamp;
        int32 activeTick;
        bool isLocked;
        uint32 binCounter;
        uint8 protocolFeeRatioD3;
    }

    struct SwapParams {
        uint256 amount;
        bool tokenAIn;
        bool exactOutput;
        int32 tickLimit;
    }

    /// The executed part of a trade.
    struct Trade {
        uint256 left;
        uint256 taken;
        uint256 given;
        uint256 fraction;
        bool limited;
    }

    error PoolCurrentTickBeyondSwapLimit(int32 startingTick);
    error PoolTokenNotSolvent(uint256 internalReserve, uint256 tokenBalance, address token);

    address public immutable tokenA;
    address public immutable tokenB;
    uint256 public immutable tickSpacing;
    uint256 public immutable lookback;
    uint256 public immutable tokenAScale;
    uint256 public immutable tokenBScale;
    uint256 private immutable feeA;
    uint256 private immutable feeB;
    State private state;

    constructor(address[2] memory tokens, uint256[2] memory scales, uint256[2] memory fees, uint256 spacing, uint256 back) {
        (tokenA, tokenB) = (tokens[0], tokens[1]);
        (tokenAScale, tokenBScale) = (scales[0], scales[1]);
        (feeA, feeB) = (fees[0], fees[1]);
        (tickSpacing, lookback) = (spacing, back);
    }

    /// Replaces `addLiquidity`: the tokens were sent before. The time is seconds since the last trade.
    function fill(State memory filled, uint40 age, int32[] calldata at, TickState[] calldata held, BinState[] calldata made)
        external
    {
        state = filled;
        state.lastTimestamp = uint40(block.timestamp) - age;
        for (uint256 i = 0; i < at.length; i++) ticks[at[i]] = held[i];
        for (uint32 i = 0; i < made.length; i++) bins[i + 1] = made[i];
    }

    function getState() external view returns (State memory) {
        return state;
    }

    function fee(bool tokenAIn) public view returns (uint256) {
        return tokenAIn ? feeA : feeB;
    }

    function swap(address to, SwapParams calldata asked, bytes calldata data) external returns (uint256, uint256) {
        require(!asked.exactOutput, "not ported");
        State memory now_ = state;
        int32 from = now_.activeTick;
        if (asked.tokenAIn ? from > asked.tickLimit : from < asked.tickLimit) revert PoolCurrentTickBeyondSwapLimit(from);
        Trade memory trade;
        trade.left = asked.amount * (asked.tokenAIn ? tokenAScale : tokenBScale);
        while (trade.left != 0) _swapTick(now_, trade, asked);
        (uint256 amountIn, uint256 amountOut) = _scaled(trade, asked.tokenAIn);
        int256 old = now_.lastTwaD8;
        if (now_.lastTimestamp != block.timestamp) {
            now_.lastTwaD8 = _mean(now_);
            now_.lastTimestamp = uint40(block.timestamp);
            now_.lastLogPriceD8 = int64(now_.activeTick) * 1e8 + int64(uint64(trade.fraction));
        }
        _moveBins(from, now_.activeTick, old, now_.lastTwaD8);
        if (asked.tokenAIn) (now_.reserveA, now_.reserveB) = (now_.reserveA + _safe(amountIn), now_.reserveB - _safe(amountOut));
        else (now_.reserveA, now_.reserveB) = (now_.reserveA - _safe(amountOut), now_.reserveB + _safe(amountIn));
        state = now_;
        _settle(to, asked.tokenAIn, [amountIn, amountOut], data);
        return (amountIn, amountOut);
    }

    function _settle(address to, bool tokenAIn, uint256[2] memory amounts, bytes calldata data) private {
        (address sold, address bought) = tokenAIn ? (tokenA, tokenB) : (tokenB, tokenA);
        ICoin(bought).transfer(to, amounts[1]);
        if (data.length > 0) ISwapCallback(msg.sender).maverickV2SwapCallback(sold, amounts[0], amounts[1], data);
        (uint256 counted, uint256 held) = (tokenAIn ? state.reserveA : state.reserveB, ICoin(sold).balanceOf(address(this)));
        if (held < counted) revert PoolTokenNotSolvent(counted, held, sold);
    }

    function _swapTick(State memory now_, Trade memory trade, SwapParams calldata asked) private {
        int32 step = asked.tokenAIn ? int32(1) : int32(-1);
        int32 at = now_.activeTick;
        uint128[2] memory held;
        while (true) {
            if (asked.tokenAIn ? at > asked.tickLimit : at < asked.tickLimit) {
                (trade.left, trade.limited, now_.activeTick) = (0, true, now_.activeTick - step);
                trade.fraction = asked.tokenAIn ? 1e8 : 0;
                return;
            }
            TickState storage tick = ticks[at];
            (held[0], held[1]) = (tick.reserveA, tick.reserveB);
            if (held[0] != 0 || held[1] != 0) break;
            at += step;
        }
        now_.activeTick = at;
        _through(now_.protocolFeeRatioD3, trade, held, asked.tokenAIn, at);
        (ticks[at].reserveA, ticks[at].reserveB) = (held[0], held[1]);
        if (trade.left != 0) now_.activeTick = at + step;
    }

    /// Input and output of one tick with its reserves of A and B, and what remains in it.
    function _through(uint256 share, Trade memory trade, uint128[2] memory held, bool sellsA, int32 id) private view {
        M.Depth memory at = M.depthOf(tickSpacing, id, held[0], held[1]);
        (uint256 given, uint256 rate) = (held[sellsA ? 1 : 0], fee(sellsA));
        uint256 net = trade.left * (1e18 - rate) / 1e18;
        uint256 most = M.inputFor(given, at, sellsA);
        uint256 taken = trade.left;
        uint256 cost = trade.left - net;
        if (net >= most) {
            cost = M.up(most * rate, 1e18 - rate);
            (net, taken) = (most, most + cost);
        }
        trade.left = trade.left > taken ? trade.left - taken : 0;
        trade.taken += taken;
        cost = M.up(cost * share, 1_000);
        // what remains in the tick
        taken = share == 0 ? taken : taken > cost ? taken - cost : 0;
        if (trade.left == 0) {
            net = M.outputFor(net, at, sellsA);
            if (net < given) given = net;
            trade.fraction = M.fraction(taken, at, sellsA);
        }
        trade.given += given;
        held[sellsA ? 0 : 1] = _safe(held[sellsA ? 0 : 1] + _safe(taken));
        held[sellsA ? 1 : 0] -= uint128(given);
    }

    /// In smallest units; the input of a trade that its limit ended is rounded up.
    function _scaled(Trade memory trade, bool tokenAIn) private view returns (uint256, uint256) {
        (uint256 scaleIn, uint256 scaleOut) = tokenAIn ? (tokenAScale, tokenBScale) : (tokenBScale, tokenAScale);
        uint256 amountIn = trade.limited ? M.up(trade.taken, scaleIn) : trade.taken / scaleIn;
        return (amountIn, trade.given / scaleOut);
    }

    /// Moves a part of the distance to the last price, at most one tick.
    function _mean(State memory now_) private view returns (int64) {
        uint256 time = block.timestamp - now_.lastTimestamp;
        if (time > lookback) time = lookback;
        int256 away = int256(now_.lastLogPriceD8) - now_.lastTwaD8;
        uint256 far = uint256(away < 0 ? -away : away);
        int256 part = int256((far > 1e8 ? 1e8 : far) * time / lookback);
        return int64(now_.lastTwaD8 + (away < 0 ? -part : part));
    }
}
