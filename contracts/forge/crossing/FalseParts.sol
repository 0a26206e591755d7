// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {Attempt} from "../../test/Attempt.sol";
import {PlainToken} from "../../test/PlainToken.sol";

/// @notice Is no router: takes what it is told to of what is sold, and gives all it has of what is bought.
contract FalseRouter {
    uint256 private takes;

    function setTakes(uint256 takes_) external {
        takes = takes_;
    }

    function swap(address tokenIn, address tokenOut, uint256, uint256, address to, uint256, bytes calldata)
        external
        payable
        returns (uint256)
    {
        PlainToken(tokenIn).transferFrom(msg.sender, address(this), takes == 0 ? 1e18 : takes);
        uint256 held = PlainToken(tokenOut).balanceOf(address(this));
        PlainToken(tokenOut).transfer(to, held);
        return 1e30;
    }
}

/// @notice Is no router: asks for one unit more than is sold.
contract HungryRouter {
    function swap(address tokenIn, address, uint256 amountIn, uint256, address, uint256, bytes calldata)
        external
        payable
        returns (uint256)
    {
        PlainToken(tokenIn).transferFrom(msg.sender, address(this), amountIn + 1);
        return 1e30;
    }
}

/// @notice Makes a planned call whenever it moves.
contract CallingToken is PlainToken, Attempt {
    function _move(address from, address to, uint256 amount) internal override {
        super._move(from, to, amount);
        attempt();
    }
}

/// @notice An allowance stays whatever is taken by it.
contract KeepingToken is PlainToken {
    function transferFrom(address from, address to, uint256 amount) external override returns (bool) {
        require(allowance[from][msg.sender] >= amount, "not allowed");
        _move(from, to, amount);
        return true;
    }
}

/// @notice Reverts with 100,000 bytes; as a pool, a token or a router.
contract Shouter {
    fallback() external payable {
        assembly {
            revert(0, 100000)
        }
    }
}
