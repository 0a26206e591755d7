// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IPegPayer, IPegToken, Peg, PegFactory} from "contracts/sandbox/PegFactory.sol";
import {SandboxToken} from "contracts/sandbox/SandboxToken.sol";

/// Runs trades on a pool that exists for one call.
contract Driver is IPegPayer {
    struct Seen {
        uint256 out;
        uint256[2] reserves;
    }

    function play(uint256[2] calldata reserves, uint256 feePpm, int256[] calldata turns)
        external
        returns (Seen[] memory seen)
    {
        SandboxToken a = new SandboxToken("", "", 18, type(uint256).max);
        SandboxToken b = new SandboxToken("", "", 18, type(uint256).max);
        Peg peg = new PegFactory().make(address(a), address(b), feePpm);
        peg.token0().transfer(address(peg), reserves[0]);
        peg.token1().transfer(address(peg), reserves[1]);
        seen = new Seen[](turns.length);
        for (uint256 i = 0; i < turns.length; i++) {
            bool zeroForOne = turns[i] > 0;
            try peg.swap(address(this), zeroForOne, zeroForOne ? turns[i] : -turns[i], 0, abi.encode(peg)) returns (
                int256 amount0, int256 amount1
            ) {
                seen[i].out = uint256(zeroForOne ? -amount1 : -amount0);
            } catch {}
            (seen[i].reserves[0], seen[i].reserves[1]) = peg.reserves();
        }
    }

    function pegCallback(int256 amount0, int256 amount1, bytes calldata data) external {
        Peg peg = abi.decode(data, (Peg));
        if (amount0 > 0) peg.token0().transfer(msg.sender, uint256(amount0));
        else peg.token1().transfer(msg.sender, uint256(amount1));
    }
}
