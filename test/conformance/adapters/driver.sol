// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface IAdapter {
    function tradeForSwapline(address pool, address tokenIn, address tokenOut, address to, uint256 data)
        external
        returns (uint256 amountOut);
}

/// The functions that pools need of a token, with any number of decimals.
contract Coin {
    string public constant symbol = "COIN";
    string public constant name = "Coin";
    uint8 public immutable decimals;
    uint256 public totalSupply = 1 << 255;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor(address holder, uint8 decimals_) {
        (decimals, balanceOf[holder]) = (decimals_, 1 << 255);
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        return _move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        return _move(from, to, value);
    }

    function _move(address from, address to, uint256 value) private returns (bool) {
        balanceOf[from] -= value;
        balanceOf[to] += value;
        return true;
    }
}

/// Plays a whole scenario through an adapter in one call: fills a pool, then trades with it in turns.
contract Driver {
    struct Step {
        address to;
        uint256 value;
        bytes data;
    }

    struct Turn {
        address adapter;
        address pool;
        address tokenIn;
        address tokenOut;
        uint256 amountIn;
        uint256 data;
    }

    receive() external payable {}

    /// Returns the output of each turn: 0 if it was refused or gave nothing, which undid it; and the answers to `reads`
    /// afterwards, empty if they are refused.
    function play(Step[] calldata steps, Turn[] calldata turns, Step[] calldata reads)
        external
        returns (uint256[] memory outs, bytes[] memory answers)
    {
        for (uint256 i = 0; i < steps.length; i++) step(steps[i]);
        outs = new uint256[](turns.length);
        for (uint256 i = 0; i < turns.length; i++) {
            try this.turn(turns[i]) returns (uint256 out) {
                outs[i] = out;
            } catch {}
        }
        answers = new bytes[](reads.length);
        for (uint256 i = 0; i < reads.length; i++) {
            try this.step(reads[i]) returns (bytes memory answer) {
                answers[i] = answer;
            } catch {}
        }
    }

    function turn(Turn calldata one) external returns (uint256 out) {
        Coin(one.tokenIn).transfer(one.adapter, one.amountIn);
        uint256 before = Coin(one.tokenOut).balanceOf(address(this));
        out = IAdapter(one.adapter).tradeForSwapline(one.pool, one.tokenIn, one.tokenOut, address(this), one.data);
        require(out > 0 && Coin(one.tokenOut).balanceOf(address(this)) == before + out, "another amount");
    }

    function step(Step calldata one) public returns (bytes memory answer) {
        bool done;
        (done, answer) = one.to.call{value: one.value}(one.data);
        if (!done) assembly { revert(add(answer, 0x20), mload(answer)) }
    }
}
