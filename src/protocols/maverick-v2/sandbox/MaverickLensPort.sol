// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {MaverickBins} from "./MaverickBins.sol";
import {MaverickMath as M} from "./MaverickMath.sol";
import {MaverickPoolPort} from "./MaverickPoolPort.sol";

/// @notice A port, not Maverick's code: the answers of its lens about the ticks around a pool's active tick.
contract MaverickLensPort {
    struct Seen {
        int32[] ids;
        MaverickBins.TickState[] states;
        uint256[] liquidities;
        uint256[] lowers;
        uint256[] uppers;
        MaverickPoolPort.State state;
        uint256 price;
        uint256 feeA;
        uint256 feeB;
    }

    /// @dev Returns the members of `Seen`, one after another.
    function getTicksAroundActiveWLiquidity(MaverickPoolPort pool, int32 radius) external view {
        Seen memory seen = look(pool, radius);
        bytes memory answer = abi.encode(seen);
        assembly {
            // not as one dynamic value, which an offset word would precede
            return(add(answer, 0x40), sub(mload(answer), 0x20))
        }
    }

    function look(MaverickPoolPort pool, int32 radius) private view returns (Seen memory seen) {
        seen.state = pool.getState();
        (seen.feeA, seen.feeB) = (pool.fee(true), pool.fee(false));
        uint256 most = uint256(uint32(radius)) * 2 + 1;
        (seen.ids, seen.states) = (new int32[](most), new MaverickBins.TickState[](most));
        (seen.liquidities, seen.lowers, seen.uppers) = (new uint256[](most), new uint256[](most), new uint256[](most));
        uint256 count;
        int32 active = seen.state.activeTick;
        for (int32 id = active - radius; id <= active + radius; id++) {
            MaverickBins.TickState memory tick = pool.getTick(id);
            bool isEmpty = tick.reserveA == 0 && tick.reserveB == 0;
            if (isEmpty && id != active) continue;
            M.Depth memory at = M.depthOf(pool.tickSpacing(), id, tick.reserveA, tick.reserveB);
            if (id == active) seen.price = at.price;
            if (isEmpty) continue;
            (seen.ids[count], seen.states[count], seen.liquidities[count]) = (id, tick, at.liquidity);
            (seen.lowers[count], seen.uppers[count]) = (at.lower, at.upper);
            count += 1;
        }
        _cut(seen, count);
    }

    function _cut(Seen memory seen, uint256 count) private pure {
        (int32[] memory ids, MaverickBins.TickState[] memory states) = (seen.ids, seen.states);
        (uint256[] memory liquidities, uint256[] memory lowers, uint256[] memory uppers) =
            (seen.liquidities, seen.lowers, seen.uppers);
        assembly ("memory-safe") {
            mstore(ids, count)
            mstore(states, count)
            mstore(liquidities, count)
            mstore(lowers, count)
            mstore(uppers, count)
        }
    }
}
